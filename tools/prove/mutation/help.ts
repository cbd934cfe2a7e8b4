/** What `--help` prints. */
export const HELP = `Breaks the functions in many small ways, one after the other, and finds out which breaks no test notices.

  npm run mutation -- [--file GLOB] [--concurrency N]

  --file GLOB      breaks these files only: 'functions/http/*.ts'; may be given for several
  --concurrency N  test runners side by side, 2 if not given
  --help           print this

Breaks that no test notices must be those that docs/reliability/surviving-mutants.json explains, and no others.

Exit code: 0 so it is, and the score is high enough; 1 it is not; 2 the command line makes no sense.`;
