/** What `--help` prints. */
export const HELP = `Keeps a local stage under a steady mixed load, and judges whether memory, latency and sockets stay flat.

  npm run soak -- [--minutes N] [--rate N] [--out DIR]

  --minutes N  how long, 10 if not given
  --rate N     requests a second, 40 if not given
  --out DIR    where soak.csv, soak.json and soak.svg go, docs/reliability if not given
  --help       print this

Exit code: 0 all is flat, 1 something grew or a request failed, 2 the command line makes no sense.`;
