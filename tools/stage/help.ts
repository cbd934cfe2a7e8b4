/** What `--help` prints. */
export const HELP = `Serves the whole API on this machine, with demo data.

  npm start -- [--simulate [--seconds N] [--fail X] [--silent X] [--seed N]]

  --simulate   let devices install what they are told to, and report it; without it nobody does
  --seconds N  how long an upgrade takes, 20 if not given
  --fail X     share of the upgrades that fail, from 0 to 1, 0 if not given
  --silent X   share of the upgrades on which the device falls silent, from 0 to 1, 0 if not given
  --seed N     which ones these are; any if not given
  --help       print this

Environment: PORT is the port on 127.0.0.1, 3000 if not given, 0 for any free one; DYNAMODB_ENDPOINT the URL of another
DynamoDB engine.

Exit code: 0 it was ended, by Ctrl-C for example, 1 it could not start, 2 the command line makes no sense.`;
