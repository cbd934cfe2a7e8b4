import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ledger } from '../measure/ledger.ts';
import { latencyChart } from './chart.ts';
import type { Headline } from './headlines.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/performance/', import.meta.url));

/** Writes the tables and the chart for docs/performance.md. */
export async function writeDocumentation(ledger: Ledger, tables: string): Promise<void> {
  const [cpu] = cpus();
  const machine = `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, Node ${process.version}`;
  const head = `# Figures\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n`;
  const note = '[performance.md](../performance.md) tells what they mean.\n\n![Latency by batch size](latency.svg)\n';
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}figures.md`, `${head}${note}\n${tables}`);
  await writeFile(`${FOLDER}latency.svg`, latencyChart(ledger));
}

/** Writes `{name: {median, p99, ratio}}`. */
export async function writeJson(file: string, targets: readonly Headline[]): Promise<void> {
  const named = targets.map(({ name, median, p99, ratio }) => [name, { median, p99, ratio }]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`);
}
