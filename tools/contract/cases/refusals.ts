import type { UpgradeOperation } from '../../../functions/domain/operations.ts';
import { KINDS, type KindOperation } from '../kinds.ts';
import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody, type ApiRequest } from '../requests.ts';
import {
  byGateway,
  check,
  quick,
  refused,
  rule,
  told,
  type Case,
  type Check,
  type Passing,
  type Subject,
} from './case.ts';

/** A body over the gateway's own limit, which is 10 MiB. */
export const HUGE = ' '.repeat(10 * 1024 * 1024 + 1);

export const OVER_10_MIB = byGateway(413, 'Request Entity Too Large');
export const BROKEN_FUNCTION = byGateway(500, 'Internal Server Error');

/** Just above the documented limits: 1,000 serial numbers, duplicates included, and 256 KiB. */
export const TOO_MANY = Array.from({ length: 1001 }, () => NO_DEVICE);
export const TOO_LARGE = ' '.repeat(256 * 1024 + 1);

/** The calls of a request that is refused once its session was read, and once all that it names was. */
export const SESSION_READ = ['GetItem'];
const ALL_READ = ['BatchGetItem', 'BatchGetItem', 'GetItem', 'GetItem'];

/** What the bodies of an operation may be. */
interface Bodies {
  readonly valid: object;
  /** The field that breaks the schema when there is no serial number, if the answer tells. */
  readonly field?: string;
  readonly tooMany: readonly string[];
  readonly tooLarge: string;
}

/** What every operation on upgrades refuses, and the one that makes roll-outs. Nothing is started, even if a stage accepts such a request. */
export function refusalCases(
  operation: UpgradeOperation | 'create-rollout',
  { admin, user, firmwareId, bystander }: Subject,
  bodies: Bodies = { valid: { sn: [bystander], 'firmware-id': firmwareId }, tooMany: TOO_MANY, tooLarge: TOO_LARGE },
): readonly Case[] {
  const refusal = refusalsOf(operation, SESSION_READ);
  const post = (body: string, session = admin, headers = {}) => upgrade(operation, body, session, headers);
  const withSns = (sn: readonly string[]) => post(JSON.stringify({ ...bodies.valid, sn }));
  const unknown = { ...admin, sid: 'no-such-session' };
  const text = { 'content-type': 'text/plain' };
  const coded = { 'content-encoding': 'utf-8' };
  const stranger = upgrade(operation, '{"sn":', undefined, text);
  const schema = refused(400, 7, ...(bodies.field === undefined ? [] : [bodies.field]));
  return rule(
    `${operation} refuses what it cannot accept, with the code of the reason`,
    [],
    quick(check(`${operation}: No cookie, whatever is sent`, stranger, refused(401, 37), { calls: [] })),
    refusal('noUpgradeSession', 'No valid session', post('{}', unknown), refused(401, 37)),
    refusal('noAdministrator', 'The user is not an administrator', post('{}', user), refused(403, 31), {
      needs: ['user'],
    }),
    quick(refusal('brokenSchema', 'No serial number', withSns([]), schema)),
    refusal('tooMany', 'More serial numbers than are allowed', withSns(bodies.tooMany), refused(400, 17)),
    quick(refusal('noJson', 'The body is not JSON', post('{"sn":'), refused(400, 21))),
    refusal('tooLarge', 'The body is over the limit', post(bodies.tooLarge), refused(413, 18)),
    refusal('noJsonType', 'The content type is not JSON', post('{}', admin, text), refused(415, 9)),
    refusal('noCoding', '`Content-Encoding` with a character set', post('{}', admin, coded), refused(415, 9)),
    refusal('hugeUpgradeBody', 'The gateway: a body over 10 MiB', post(HUGE), OVER_10_MIB, { stage: 'demo' }),
    ...faults(refusal, post(JSON.stringify(bodies.valid))),
  );
}

/** What a valid request is told by stages with a fault. */
export function faults(refusal: ReturnType<typeof refusalsOf>, valid: ApiRequest): readonly Check[] {
  return [
    refusal('unforeseenInUpgrade', 'Unforeseen', valid, refused(500, 6), { stage: 'noSettings' }),
    refusal('brokenUpgradeFunction', 'The gateway: the function broke', valid, BROKEN_FUNCTION, {
      stage: 'brokenFunction',
    }),
    refusal('upgradeTryAgain', 'A table does not answer', valid, refused(503, 4), { stage: 'unreachableTables' }),
  ];
}

/** What start-upgrade and the dry run refuse once they have read the firmware and the devices. */
export function startRefusalCases(operation: 'start-upgrade' | 'dry-run-upgrade', subject: Subject): readonly Case[] {
  const { admin, firmwareId, unavailableFirmwareId, bystander, unlike } = subject;
  const refusal = refusalsOf(operation, ALL_READ);
  const order = (sn: string | readonly string[], firmware: number) =>
    upgrade(operation, upgradeBody(sn, firmware), admin);
  const withdrawn = order(bystander, unavailableFirmwareId);
  const underKey = (key: string) =>
    upgrade(operation, upgradeBody(NO_DEVICE, NO_FIRMWARE), admin, { 'idempotency-key': key });
  // What is under way is told to a batch of devices that differ, in place of a refusal.
  const underWay = told([unlike[0], 1, 11], [unlike[1], 1, 11, 12, 24]);
  const keyRules = rule(
    `${operation} takes a key of letters, digits and ._:+/=~-, in quotes or not`,
    ['admin'],
    ...['a b', 'a, a', 'rollout:a', 'x'.repeat(65)].map((key) =>
      check(`${operation}: Refused: ${key}`, underKey(key), refused(400, 7), { calls: SESSION_READ }),
    ),
    check(`${operation}: Taken: a key in quotes`, underKey('"a.b_c:1+/=~-"'), refused(404, 16, NO_DEVICE)),
  );
  const needs = rule(
    `${operation} needs a firmware that is available, and devices of one family, model and hardware version`,
    ['admin'],
    quick(
      refusal('unknownFirmware', 'The firmware is unknown', order(bystander, NO_FIRMWARE), refused(404, 16, bystander)),
    ),
    refusal('withdrawn', 'The firmware was withdrawn', withdrawn, refused(409, 38, bystander), {
      needs: ['unavailableFirmwareId'],
    }),
    refusal(
      'differentProducts',
      'The devices differ',
      order(unlike, firmwareId),
      [refused(409, 41, ...unlike), underWay],
      { needs: ['firmwareId', 'unlike', ...(operation === 'start-upgrade' ? (['start'] as const) : [])] },
    ),
  );
  return [...keyRules, ...needs];
}

/** Refusals that are examples of an operation, each by a request that costs these calls. */
export function refusalsOf(operation: KindOperation, calls: readonly string[]) {
  // Those of start-upgrade came first, and are named without it.
  const suffix = operation === 'start-upgrade' ? '' : `Of${KINDS[operation]}`;
  return (
    example: string,
    summary: string,
    request: ApiRequest,
    passes: Passing | readonly Passing[],
    more: Partial<Check> = {},
  ): Check =>
    check(suffix === '' ? summary : `${operation}: ${summary}`, request, passes, {
      example: `${example}${suffix}`,
      needs: ['admin'],
      ...(more.stage === undefined && { calls }),
      ...more,
    });
}
