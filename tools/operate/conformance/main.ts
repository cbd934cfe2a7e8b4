import { runCommand } from '../http-checks/command-line.ts';
import { allPassed, summaryLine } from '../http-checks/report.ts';
import { openApiContract } from '../../contract/contract/contract.ts';
import { HELP } from './help.ts';
import { readOptions, type ConformanceOptions } from './options.ts';
import { jsonReport, ruleLines } from './report.ts';
import { rulesFor } from './rules.ts';
import { runRules, type RuleOutcome } from './run-rules.ts';

/** Checks the rules and prints what becomes of them; resolves to the exit code. */
async function conformance({ url, subject, timeoutSeconds, json }: ConformanceOptions): Promise<number> {
  const rules = rulesFor(subject);
  const secrets = [subject.admin, subject.user].flatMap((session) => session?.sid ?? []);
  const done: RuleOutcome[] = [];
  for await (const outcome of runRules(rules, { url, secrets, timeoutSeconds, judge: openApiContract() })) {
    done.push(outcome);
    if (!json) console.log(ruleLines(outcome));
  }
  const outcomes = done.flatMap(({ checks }) => checks);
  const run = { url, outcomes, total: rules.flatMap(({ checks }) => checks).length, start: subject.start };
  console.log(json ? jsonReport(run, done) : summaryLine(run));
  return allPassed(run) ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => conformance(readOptions(args, process.env)));
