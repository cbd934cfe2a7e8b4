import { Option } from '@commander-js/extra-typings';
import { checkedBaseUrl } from '../../../client/src/arguments.ts';
import { newCommand, serialNumber, UsageError, wholeNumber, type ProgramContext } from '../../command-line.ts';
import type { Session } from '../../contract/requests.ts';
import { pastedSession } from '../session-cookies.ts';

/** Base URL of the local stage, unless `PORT` changes it. */
const LOCAL_URL = 'http://127.0.0.1:3000';

/** A command with the options that smoke and conformance share; `demo` is what --demo gives, besides sessions. */
export function stageCommand(name: string, description: string, demo: object, context: ProgramContext) {
  return newCommand(name, description, '0 all checks passed, 1 a check failed', context)
    .requiredOption('--url <url>', 'base URL of the stage: the output ApiUrl of its stack')
    .addOption(
      new Option('--demo', 'the local stage and its demo data, for all that is not given').implies({
        url: LOCAL_URL,
        ...demo,
      }),
    )
    .option('--sn <sn>', 'a registered device, online, that the firmware fits', serialNumber)
    .option('--firmware-id <id>', 'an available firmware', wholeNumber(1))
    .option('--start', 'START THE UPGRADE of the device, for what cannot be checked without')
    .option('--timeout <seconds>', 'longest wait for an answer', wholeNumber(1, 300), 15)
    .option('--json', 'print one JSON object instead of lines');
}

/**
 * The session that options name, else variables such as SMOKE_SID, else the demo data. Empty counts as absent: a
 * workflow sets a variable even if its secret is missing.
 * @param variables prefix of the names of the variables
 */
export function sessionFrom(
  { sid, uid }: { sid?: string | undefined; uid?: string | undefined },
  variables: string,
  { env }: ProgramContext,
  demo: Session | undefined,
): Session | undefined {
  const given = pastedSession({ sid: sid ?? env[`${variables}_SID`] ?? '', uid: uid ?? env[`${variables}_UID`] ?? '' });
  if (given.sid === '' && given.uid === '') return demo;
  if (given.sid !== '' && given.uid !== '') return given;
  throw new UsageError(`A session is two cookies: give both ${variables}_SID and ${variables}_UID, or neither.`);
}

/**
 * The base URL, by the client's own rule: a session is sent by HTTPS, or to this machine. The message does not repeat the
 * URL, which may hold a password.
 * @throws UsageError
 */
export function baseUrlFor(url: string, session: Session | undefined): string {
  try {
    return checkedBaseUrl({ baseUrl: url, ...(session && { session }) });
  } catch (cause) {
    const form = 'https:// (http:// for this machine, or without a session), and no user, query and fragment';
    throw new UsageError(`--url must be the base URL of a stage, with ${form}.`, { cause });
  }
}
