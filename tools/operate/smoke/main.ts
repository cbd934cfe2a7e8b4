import { newCommand, runCommand, UsageError, wholeNumber } from '../../command-line.ts';
import { Option } from '@commander-js/extra-typings';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { LOCAL_URL, serialNumber, sessionFrom, timeoutOption, urlOption } from '../http-checks/options.ts';
import { allPassed, jsonReport, outcomeLines, summaryLine } from '../http-checks/report.ts';
import { runChecks, type Outcome } from '../http-checks/run-checks.ts';
import { checksFor, type Subject } from './checks.ts';

const demo = { url: LOCAL_URL, ...DEMO.admin, sn: DEMO.batch[0], firmwareId: DEMO.firmwareId };

const command = newCommand(
  'npm run smoke --',
  'Checks a stage over HTTP. Starts nothing without --start.',
  '0 all checks passed, 1 a check failed',
)
  .addOption(urlOption)
  .addOption(new Option('--demo', 'the local stage and its demo data, for all that is not given').implies(demo))
  .addOption(new Option('--sid <sid>', 'cookie cloud-sid of an administrator; npm prints arguments').env('SMOKE_SID'))
  .addOption(new Option('--uid <uid>', 'cookie cloud-uid of the same session').env('SMOKE_UID'))
  .option('--sn <sn>', 'a registered device, whose list is checked too; needs a session', serialNumber)
  .option('--firmware-id <id>', 'a firmware that fits the device, for --start', wholeNumber(1))
  .option('--start', 'START THE UPGRADE of the device, and repeat the request')
  .addOption(timeoutOption)
  .option('--json', 'print one JSON object instead of lines')
  .action(async ({ url, sid, uid, sn, firmwareId, start = false, timeout, json = false }) => {
    const session = sessionFrom(sid, uid);
    if (sn !== undefined && session === undefined) throw new UsageError('--sn needs a session: give --sid and --uid.');
    if (start && (sn === undefined || firmwareId === undefined)) {
      throw new UsageError('--start needs to know what to start: give --sn and --firmware-id.');
    }
    await smoke({ session, sn, ...(start && { startFirmwareId: firmwareId }) }, { url, timeoutSeconds: timeout, json });
  });

await runCommand(command);

async function smoke(subject: Subject, { url, timeoutSeconds, json }: Output): Promise<void> {
  const checks = checksFor(subject);
  const secrets = subject.session === undefined ? [] : [subject.session.sid];
  const outcomes: Outcome[] = [];
  for await (const outcome of runChecks(checks, { url, timeoutSeconds, secrets })) {
    outcomes.push(outcome);
    if (!json) console.log(outcomeLines(outcome));
  }
  const run = { url, outcomes, total: checks.length, start: subject.startFirmwareId !== undefined };
  console.log(json ? jsonReport(run, { checks: outcomes }) : summaryLine(run));
  process.exitCode = allPassed(run) ? 0 : 1;
}

interface Output {
  readonly url: string;
  readonly timeoutSeconds: number;
  readonly json: boolean;
}
