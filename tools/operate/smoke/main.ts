import { runCommand } from '../http-checks/command-line.ts';
import { allPassed, jsonReport, outcomeLines, summaryLine } from '../http-checks/report.ts';
import { runChecks, type Outcome } from '../http-checks/run-checks.ts';
import { checksFor } from './checks.ts';
import { HELP } from './help.ts';
import { readOptions, type SmokeOptions } from './options.ts';

/** Makes the checks and prints what becomes of them; resolves to the exit code. */
async function smoke(options: SmokeOptions): Promise<number> {
  const { url, timeoutSeconds, session, start } = options;
  const checks = checksFor(options);
  const outcomes: Outcome[] = [];
  for await (const outcome of runChecks(checks, { url, timeoutSeconds, secrets: session ? [session.sid] : [] })) {
    outcomes.push(outcome);
    if (!options.json) console.log(outcomeLines(outcome));
  }
  const run = { url, outcomes, total: checks.length, start: start !== undefined };
  console.log(options.json ? jsonReport(run) : summaryLine(run));
  return allPassed(run) ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => smoke(readOptions(args, process.env)));
