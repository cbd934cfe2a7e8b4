import { Option } from '@commander-js/extra-typings';
import { newCommand, runCommand, UsageError, wholeNumber } from '../../command-line.ts';
import { responseValidator } from '../../contract/response-validator.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { LOCAL_URL, serialNumber, sessionFrom, timeoutOption, urlOption } from '../http-checks/options.ts';
import { allPassed, jsonReport, summaryLine } from '../http-checks/report.ts';
import { ruleLines, runRules, type RuleOutcome, type Subject } from './rule.ts';
import { rulesFor } from './rules/all.ts';

const demo = {
  url: LOCAL_URL,
  adminSid: DEMO.admin.sid,
  adminUid: DEMO.admin.uid,
  userSid: DEMO.user.sid,
  userUid: DEMO.user.uid,
  sn: DEMO.batch[0],
  firmwareId: DEMO.firmwareId,
  otherSn: DEMO.otherProduct,
  unavailableFirmwareId: DEMO.withdrawnFirmwareId,
};

const command = newCommand(
  'npm run conformance --',
  `Checks over HTTP that a deployment keeps the rules of the API, and that its answers match docs/openapi.yaml.
Starts nothing without --start. Give cookies in the environment: npm prints arguments.`,
  '0 all checks passed, 1 a check failed',
)
  .addOption(urlOption)
  .addOption(new Option('--demo', 'the local stage and its demo data, for all that is not given').implies(demo))
  .addOption(cookieOption('--admin-sid <sid>', 'cookie cloud-sid of an administrator'))
  .addOption(cookieOption('--admin-uid <uid>', 'cookie cloud-uid of the same session'))
  .addOption(cookieOption('--user-sid <sid>', 'cookie cloud-sid of a user who is no administrator'))
  .addOption(cookieOption('--user-uid <uid>', 'cookie cloud-uid of the same session'))
  .requiredOption('--sn <sn>', 'a registered device, online, that the firmware fits', serialNumber)
  .requiredOption('--firmware-id <id>', 'an available firmware', wholeNumber(1))
  .option('--other-sn <sn>', 'a registered device of another product, for the rule on mixed batches', serialNumber)
  .option('--unavailable-firmware-id <id>', 'a firmware that is registered but not available', wholeNumber(1))
  .option('--start', 'START THE UPGRADE of the device, for the rules that cannot be checked without')
  .addOption(timeoutOption)
  .option('--json', 'print one JSON object instead of lines')
  .action(async ({ url, adminSid, adminUid, userSid, userUid, timeout, json = false, start = false, ...given }) => {
    const admin = sessionFrom(adminSid, adminUid, '--admin-sid and --admin-uid');
    if (admin === undefined) throw new UsageError('Give --admin-sid and --admin-uid.');
    const user = sessionFrom(userSid, userUid, '--user-sid and --user-uid');
    await conformance({ admin, user, start, ...given }, { url, timeoutSeconds: timeout, json });
  });

await runCommand(command);

async function conformance(subject: Subject, { url, timeoutSeconds, json }: Output): Promise<void> {
  const rules = rulesFor(subject);
  const secrets = [subject.admin, subject.user].flatMap((session) => session?.sid ?? []);
  const done: RuleOutcome[] = [];
  for await (const outcome of runRules(rules, { url, secrets, timeoutSeconds, validate: responseValidator() })) {
    done.push(outcome);
    if (!json) console.log(ruleLines(outcome));
  }
  const outcomes = done.flatMap(({ checks }) => checks);
  const run = { url, outcomes, total: rules.flatMap(({ checks }) => checks).length, start: subject.start };
  console.log(json ? jsonReport(run, { rules: done }) : summaryLine(run));
  process.exitCode = allPassed(run) ? 0 : 1;
}

interface Output {
  readonly url: string;
  readonly timeoutSeconds: number;
  readonly json: boolean;
}

/** An option that may also be set in the environment, as CONFORMANCE_ADMIN_SID and the like. */
function cookieOption<Flags extends `--${string}`>(flags: Flags, description: string) {
  const name = flags.replace(/^--| .*/g, '').replaceAll('-', '_');
  return new Option(flags, description).env(`CONFORMANCE_${name.toUpperCase()}`);
}
