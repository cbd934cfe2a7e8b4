import { codeName, NoAnswerError, RefusalError, StreamFleetError, type CodeName } from '../../../client/src/index.ts';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { CommandError, UsageError } from '../../command-line.ts';

const AGAIN = 'start the local stage again with "npm start", or check the network of a deployed one';

const REGION = 'No valid AWS region is set: set AWS_REGION, or a region in your AWS profile';

/** What to do about errors of AWS's libraries whose messages do not say so, by the error's name. */
const REMEDIES: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'No AWS credentials were found: sign in, and set AWS_PROFILE if you have several profiles',
  ResourceNotFoundException: 'A table of the stage does not exist: start or deploy the stage again',
};

/** What to do when the API refuses, by the name of its code. */
const ADVICE: Partial<Record<CodeName, string>> = {
  TRY_AGAIN: 'a table does not respond: try again in a minute',
  NOT_EXIST: 'there is no such firmware: see "firmware list"',
  TOO_MANY: 'more devices than one request may have: give fewer',
  NOT_PERMITTED: "take an administrator's session; behind a front proxy, the output ApiUrl must be the proxy's",
  NOT_LOGGED_IN: 'log in, and set FLEET_SID and FLEET_UID',
  WRONG_STATE: 'the firmware is not available: see "firmware list"',
  CONSTRAINT_VIOLATION:
    'the key is that of a campaign with another firmware: give another key, or this firmware; without a key, devices have ' +
    'changed their product meanwhile: run the command again',
};

/** The message of an error, in one line. An unexpected one has its name too. */
export function messageOf(thrown: unknown): string {
  const error = reasonOf(thrown);
  if (!(error instanceof Error)) return 'An unexpected error occurred';
  if (error instanceof CommandError || error instanceof UsageError) return error.message;
  const connection = connectionFault(error);
  if (connection !== undefined) return `The stage cannot be reached (${connection}): ${AGAIN}`;
  if (error instanceof NoAnswerError) return `${error.message}; check the URL of the stage`;
  if (error instanceof RefusalError) return refusal(error);
  if (/^Region (?:is missing|not accepted)/.test(error.message)) return REGION;
  return REMEDIES[error.name] ?? `${error.name}: ${error.message}`;
}

/** Why a table did not answer: no rights, no such table, no connection. */
function reasonOf(error: unknown): unknown {
  return error instanceof StoreUnavailable ? (error.cause ?? error) : error;
}

function refusal({ code, codeName: name, requestId = 'none' }: RefusalError): string {
  const advice = ADVICE[name] ?? `tell those who run the stage, with the request id ${requestId}`;
  return `The API refused with ${String(code)} ${name}: ${advice}`;
}

/** Whether a device or a roll-out with this code is as it was asked for, by this request or an earlier one. */
export function isGiven(code: number): boolean {
  return ['SUCCESS', 'REPEAT'].includes(codeName(code));
}

/** Whether a failed call may have had its effect all the same. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof StreamFleetError && (error.mayHaveStarted || error.mayHaveCancelled);
}

/** The code of an error that means there was no connection, such as ECONNREFUSED; otherwise undefined. */
function connectionFault(error: unknown): string | undefined {
  const code = codeOf(error);
  if (/^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/.test(code)) return code;
  return typeof error === 'object' && error !== null && 'cause' in error ? connectionFault(error.cause) : undefined;
}

/** The code of an error, such as ENOENT; empty if it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
