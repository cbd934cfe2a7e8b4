/** What `--help` prints. */
export const HELP = `Measures start-upgrade against the floor of its own database calls and against other ways to write it.

  npm run bench -- [--json FILE] [--quick]

  --json FILE  writes {"name": {"median": …, "p99": …, "ratio": …}} for every figure that has a target
  --quick      few rounds, for a try: prints the tables and leaves docs/performance as it is
  --help       print this

Takes about ten minutes. Nothing else should run on the machine meanwhile.`;
