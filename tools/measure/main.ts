import { parseOptions, runCommand } from '../operate/http-checks/command-line.ts';
import { HELP } from './help.ts';
import { measureAll } from './measure/measure-all.ts';
import { FULL, QUICK } from './plan.ts';
import { Progress } from './progress.ts';
import { figures } from './report/figures.ts';
import { headlines } from './report/headlines.ts';
import { writeDocumentation, writeJson } from './report/write.ts';

/** Measures, and tells what came of it. Figures decide nothing here: the exit code is 0 whatever they are. */
async function bench(args: readonly string[]): Promise<number> {
  const { json, quick } = parseOptions(args, { json: { type: 'string' }, quick: { type: 'boolean', default: false } });
  const ledger = await measureAll(quick ? QUICK : FULL, new Progress(process.stderr));
  const targets = headlines(ledger);
  const tables = figures(ledger, targets);
  console.log(tables);
  if (json !== undefined) await writeJson(json, targets);
  if (!quick) await writeDocumentation(ledger, tables);
  return 0;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => bench(args));
