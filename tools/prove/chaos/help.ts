import { FAULTS } from './proxy/faults.ts';

/** What `--help` prints. */
export const HELP = `Tries to break the promise of start-upgrade, and checks afterwards that it held.

  npm run chaos -- [--seed N] [--requests N] [--seconds N] [--callers N] [--devices N] [--faults X] [--fault NAME=RATE]

  --seed N           what callers ask, how devices fare and which faults strike; any if not given
  --requests N       begins no more when so many have been made, 10000 if not given
  --seconds N        begins no more after so long
  --callers N        who ask at the same time, 24 if not given
  --devices N        that they share, 60 if not given
  --faults X         multiplies the rates of all faults; 0 switches them off
  --fault NAME=RATE  share of the calls, from 0 to 1, that this fault befalls; may be given for several
  --help             print this

Faults: ${Object.keys(FAULTS).join(', ')}.

Exit code: 0 the promise held, 1 it did not, 2 the command line makes no sense.`;
