import type { RefusalName, StatusName } from '../../../functions/domain/api-status.ts';
import { examplesOf } from '../examples.ts';
import { schemaRef } from '../refs.ts';
import { statusNames } from '../schemas/api-status.ts';
import { refusedList } from '../schemas/list.ts';
import { refusedUpgrade, type RefusedDetails } from '../schemas/upgrade.ts';
import { refusalResponses } from './refusals.ts';
import { response, SERVICE_HEADERS, type ResponseParts } from './response.ts';

/** Which devices each refusal of start-upgrade names. That none is missing is a matter of types. */
const UPGRADE_REFUSALS: Readonly<Record<RefusalName, RefusedDetails>> = {
  TRY_AGAIN: 'each or none',
  UNKNOWN_ERROR: 'each or none',
  INVALID_ARG: 'none',
  UNSUPPORTED: 'none',
  NOT_EXIST: 'each',
  TOO_MANY: 'none',
  TOO_LARGE: 'none',
  FORMAT_ERROR: 'none',
  NOT_PERMITTED: 'none',
  NOT_LOGGED_IN: 'none',
  WRONG_STATE: 'each',
  CONSTRAINT_VIOLATION: 'each',
};

const LIST_REFUSALS: readonly RefusalName[] = [
  'TRY_AGAIN',
  'UNKNOWN_ERROR',
  // Only where something else than the gateway invokes the function.
  'INVALID_ARG',
  'NOT_EXIST',
  'NOT_LOGGED_IN',
];

/** All responses of an operation by HTTP status. */
export type Responses = ReadonlyMap<number, ResponseParts>;

/** The responses of getStreamServersList. */
export const listResponses: Responses = new Map([
  [200, { description: 'The list.', bodies: [schemaRef('StreamServerList')], headers: SERVICE_HEADERS }],
  ...refusalResponses(
    LIST_REFUSALS.map((name) => ({ name, schema: refusedList(name) })),
    [400, 404, 413, 429, 500, 503],
  ),
]);

/** The responses of start-upgrade. */
export const upgradeResponses: Responses = new Map([
  [
    200,
    {
      description: 'Every device was judged on its own: look at `details`.',
      bodies: [schemaRef('UpgradeAnswer')],
      headers: SERVICE_HEADERS,
    },
  ],
  ...refusalResponses(upgradeRefusals(), [404, 413, 429, 500, 503]),
]);

function upgradeRefusals() {
  const names = statusNames().filter((name) => isRefusal(name));
  return names.map((name) => ({ name, schema: refusedUpgrade(name, UPGRADE_REFUSALS[name]) }));
}

function isRefusal(name: StatusName): name is RefusalName {
  return Object.hasOwn(UPGRADE_REFUSALS, name);
}

/** The responses as the document's components, named after the operation and the status, with their examples. */
export function responseComponents(): Readonly<Record<string, object>> {
  return { ...components('List', listResponses), ...components('Upgrade', upgradeResponses) };
}

function components(operation: 'List' | 'Upgrade', responses: Responses) {
  const named = [...responses].map(([status, parts]) => {
    const name = `${operation}${String(status)}`;
    return [name, response(parts, examplesOf(name, status))] as const;
  });
  return Object.fromEntries(named);
}
