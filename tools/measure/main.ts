import { writeFile } from 'node:fs/promises';
import { newCommand } from '../command-line.ts';
import { runCommand } from '../run-program.ts';
import { FULL, QUICK } from './bench.ts';
import { headlines } from './report/bounds.ts';
import { figureTable, headlineTable } from './report/tables.ts';
import { runBenchmark } from './run.ts';

const command = newCommand(
  'npm run bench --',
  'Measures start-upgrade and roll-outs against the floor of their own database calls, and start-upgrade against other ' +
    'ways to write it. Takes about ten minutes, in which nothing else should run on the machine.',
  '0 measured, whatever the figures are; 1 a subject answers wrongly',
)
  .option('--json <file>', 'write {"name": {"median": …, "p99": …, "ratio": …, "spread": […], …}} for every headline')
  .option('--quick', 'few rounds, for a try')
  .action(async ({ json, quick }) => {
    const ledger = await runBenchmark(quick ? QUICK : FULL);
    const results = headlines(ledger);
    console.log(`${headlineTable(results)}\n\n${figureTable(ledger)}`);
    if (json === undefined) return;
    const named = results.map(({ name, ...figures }) => [name, figures]);
    await writeFile(json, `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`);
  });
await runCommand(command);
