/** What `--help` prints. */
export const HELP = `Sends events of all kinds to the bundles, on a real engine with odd records, and checks every answer.

  npm run fuzz -- [--seed N] [--runs N] [--records N] [--operation NAME]

  --seed N          the same seed makes the same inputs; any if not given
  --runs N          events, shared among the operations, 100000 if not given
  --records N       odd records of each kind, 1000 if not given; 0 for none
  --operation NAME  start-upgrade or getStreamServersList alone
  --help            print this

Exit code: 0 all properties held, 1 one did not, 2 the command line makes no sense.`;
