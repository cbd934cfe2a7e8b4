import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { newCommand, runCommand } from '../command-line.ts';
import { measureAll } from './measure-all.ts';
import type { Ledger } from './measure/ledger.ts';
import { FULL, QUICK } from './plan.ts';
import { latencyChart } from './report/chart.ts';
import { figures } from './report/figures.ts';
import { headlines, type Headline } from './report/headlines.ts';

const FOLDER = fileURLToPath(new URL('../../docs/performance/', import.meta.url));

interface BenchOptions {
  readonly json?: string | undefined;
  readonly quick?: true | undefined;
}

/** Measures and reports the results. The figures do not affect the exit code: it is 0 whatever they are. */
async function bench({ json, quick }: BenchOptions): Promise<void> {
  const ledger = await measureAll(quick === true ? QUICK : FULL);
  const targets = headlines(ledger);
  const tables = figures(ledger, targets);
  console.log(tables);
  if (json !== undefined) await writeJson(json, targets);
  if (quick !== true) await writeDocumentation(ledger, tables);
}

/** Writes `{name: {median, p99, ratio}}`. */
async function writeJson(file: string, targets: readonly Headline[]): Promise<void> {
  const named = targets.map(({ name, median, p99, ratio }) => [name, { median, p99, ratio }]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`);
}

/** Writes the tables and the chart for docs/performance.md. */
async function writeDocumentation(ledger: Ledger, tables: string): Promise<void> {
  const [cpu] = cpus();
  const machine = `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, Node ${process.version}`;
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n`;
  const note = '[performance.md](../performance.md) tells what they mean.\n\n![Latency by batch size](latency.svg)\n';
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}figures.md`, `${head}${note}\n${tables}`);
  await writeFile(`${FOLDER}latency.svg`, latencyChart(ledger));
}

const command = newCommand(
  'npm run bench --',
  'Measures start-upgrade against the floor of its own database calls and against other ways to write it. Takes about ' +
    'ten minutes, in which nothing else should run on the machine.',
  '0 measured, whatever the figures are; 1 a subject answers wrongly',
)
  .option('--json <file>', 'write {"name": {"median": …, "p99": …, "ratio": …}} for every figure that has a target')
  .option('--quick', 'few rounds, for a try: print the tables and leave docs/performance as it is')
  .action(bench);
await runCommand(command);
