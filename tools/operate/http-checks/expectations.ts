import * as v from 'valibot';
import type { ExpectedAnswer } from './check.ts';

/** Not imported from the functions: the checks hold a stage to the documentation, not to the code. */
const DOCUMENTED_HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
};

/** One entry per type, in the order that callers rely on. */
const LISTED_TYPES = [1, 2, 3, 6, 4, 5] as const;

/** A list with its six entries. */
export function listed(): ExpectedAnswer {
  const body = v.strictObject({
    status: v.literal(0),
    message: v.literal('SUCCESS'),
    totalCount: v.literal(LISTED_TYPES.length),
    serverList: v.pipe(
      v.strictTuple(LISTED_TYPES.map((type) => entryOf(type))),
      v.check((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'ids are not unique'),
    ),
  });
  return { status: 200, headers: DOCUMENTED_HEADERS, body, says: 'with status 0 and the types 1, 2, 3, 6, 4, 5' };
}

function entryOf(type: number) {
  // An entry may hold nothing else: the record also has stream keys and passwords.
  return v.strictObject({
    id: v.pipe(v.number(), v.integer()),
    name: v.string(),
    type: v.literal(type),
    isConfigured: v.boolean(),
  });
}

/** A list that is refused with this status, whose name is in `message`. */
export function listRefused(http: number, status: number, message: string): ExpectedAnswer {
  const body = v.strictObject({
    status: v.literal(status),
    message: v.literal(message),
    totalCount: v.literal(0),
    serverList: v.strictTuple([]),
  });
  return { status: http, headers: DOCUMENTED_HEADERS, body, says: `with status ${String(status)} (${message})` };
}

/** A start-upgrade request that is refused as a whole, with the same code for each of these devices. */
export function upgradeRefused(http: number, code: number, ...sns: readonly string[]): ExpectedAnswer {
  return refusedBy('start-upgrade', http, code, ...sns);
}

/** The same for another operation on upgrades. */
export function refusedBy(method: string, http: number, code: number, ...sns: readonly string[]): ExpectedAnswer {
  const details = v.strictTuple(sns.map((sn) => detailOf(sn, [code])));
  return { ...upgradeAnswer(code, details, method), status: http, says: `with result ${String(code)}` };
}

/** A start-upgrade request that is accepted, with one of these codes for its only device. */
export function upgradeAccepted(sn: string, ...codes: readonly number[]): ExpectedAnswer {
  const details = v.strictTuple([detailOf(sn, codes)]);
  return { ...upgradeAnswer(0, details), status: 200, says: `with result 0 and for the device ${codes.join(' or ')}` };
}

/** A start-upgrade request that is accepted, with the same code for each device. */
export function allTold(code: number, ...sns: readonly string[]): ExpectedAnswer {
  const details = v.strictTuple(sns.map((sn) => detailOf(sn, [code])));
  return { ...upgradeAnswer(0, details), status: 200, says: `with result 0 and for each device ${String(code)}` };
}

/** A request to another operation on upgrades that is accepted, with one of these codes for its only device. */
export function toldBy(method: string, sn: string, ...codes: readonly number[]): ExpectedAnswer {
  const details = v.strictTuple([detailOf(sn, codes)]);
  const says = `by ${method} with ${codes.join(' or ')} for the device`;
  return { ...upgradeAnswer(0, details, method), status: 200, says };
}

/** The answer for two devices that differ while the first has a live upgrade: a detail for each, and nothing is started. */
export function underWay(method: string, sn: string, otherSn: string): ExpectedAnswer {
  const details = v.strictTuple([detailOf(sn, [1, 11]), detailOf(otherSn, [1, 11, 12, 24])]);
  const says = `with result 0, and 1 or 11 for ${sn} if its upgrade is under way`;
  return { ...upgradeAnswer(0, details, method), status: 200, says };
}

/** A status with an upgrade of the device on record, and at least its id, firmware and state. */
export function onRecord(sn: string): ExpectedAnswer {
  const known = { 'upgrade-id': v.string(), 'firmware-id': v.number(), state: v.string() };
  const details = v.strictTuple([v.looseObject({ sn: v.literal(sn), result: v.literal(0), ...known })]);
  const says = 'by upgrade-status with an upgrade of the device';
  return { ...upgradeAnswer(0, details, 'upgrade-status'), status: 200, says };
}

function upgradeAnswer(result: number, details: v.GenericSchema, method = 'start-upgrade') {
  const body = v.strictObject({ result: v.literal(result), method: v.literal(method), details });
  return { headers: DOCUMENTED_HEADERS, body };
}

function detailOf(sn: string, codes: readonly number[]) {
  return v.strictObject({ sn: v.literal(sn), result: v.picklist(codes) });
}

/** The gateway's own answer where there is no route. Its headers are not documented. */
export const noRoute: ExpectedAnswer = {
  status: 404,
  headers: {},
  body: v.strictObject({ message: v.literal('Not Found') }),
  says: 'with {"message":"Not Found"}',
};
