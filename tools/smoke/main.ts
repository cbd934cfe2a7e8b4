import { checksFor } from './checks.ts';
import { HELP } from './help.ts';
import { readOptions, type SmokeOptions } from './options.ts';
import { allPassed, jsonReport, outcomeLines, summaryLine } from './report.ts';
import { runChecks, type Outcome } from './run-checks.ts';
import { UsageError } from './usage-error.ts';

/** Makes the checks and prints what becomes of them; resolves to the exit code. */
async function smoke(options: SmokeOptions): Promise<number> {
  const checks = checksFor(options);
  const outcomes: Outcome[] = [];
  for await (const outcome of runChecks(checks, options)) {
    outcomes.push(outcome);
    if (!options.json) console.log(outcomeLines(outcome));
  }
  const run = { url: options.url, outcomes, total: checks.length, start: options.start !== undefined };
  console.log(options.json ? jsonReport(run) : summaryLine(run));
  return allPassed(run) ? 0 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  try {
    return await smoke(readOptions(args, process.env));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
