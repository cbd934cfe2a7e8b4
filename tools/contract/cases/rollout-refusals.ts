import { MAX_DEVICES } from '../../../functions/rollout/request.ts';
import type { RolloutOperation } from '../../../functions/domain/operations.ts';
import { NO_DEVICE, NO_FIRMWARE, upgrade, type ApiRequest } from '../requests.ts';
import { check, quick, refused, rule, type Case, type Subject } from './case.ts';
import { BROKEN_FUNCTION, HUGE, OVER_10_MIB, refusalsOf, SESSION_READ, TOO_LARGE } from './refusals.ts';

/** The id of no roll-out. */
export const NO_ROLLOUT = 'no-such-rollout';

/** A request that is valid and makes nothing: there is no such firmware. */
export const VALID = { 'rollout-id': NO_ROLLOUT, 'firmware-id': NO_FIRMWARE, sn: [NO_DEVICE] };

const MANY = Array<string>(MAX_DEVICES + 1).fill('x');

/** The other operations, each with a valid body. */
const OTHERS: readonly (readonly [RolloutOperation, object])[] = [
  ['dry-run-rollout', VALID],
  ['rollout-status', { 'rollout-id': NO_ROLLOUT }],
  ['pause-rollout', { 'rollout-id': NO_ROLLOUT }],
  ['resume-rollout', { 'rollout-id': NO_ROLLOUT, version: 1 }],
  ['cancel-rollout', { 'rollout-id': NO_ROLLOUT }],
];

/** Values beyond the bounds of their fields. */
const BROKEN: readonly (readonly [field: string, ...values: readonly unknown[]])[] = [
  ['rollout-id', undefined, '', 'a b', 'x'.repeat(65), 1],
  ['firmware-id', undefined, 0, '21', 1.5],
  ['sn', undefined, [], NO_DEVICE, ['x'.repeat(65)], [1]],
  ['waves', [], [{ percent: 0 }], [{ percent: 101 }], [{ devices: 0 }], [{ devices: 5, percent: 10 }], [{ device: 5 }]],
  ['waves', [{ devices: 5 }, { devices: 5 }], [{ percent: 50 }, { devices: 1 }, { percent: 20 }]],
  ['waves', Array.from({ length: 21 }, (_, index) => ({ devices: index + 1 }))],
  ['between-waves', -1, 10_081, 'never', null],
  ['stop', { 'failed-percent': 0 }, { 'failed-percent': 101 }, { 'of-at-least': 0 }, { 'of-at-least': 1_001 }],
  ['stop', { 'fail-percent': 5 }],
  ['max-in-flight', 0, 10_001],
  ['wait-hours', -1, 169, 0.5],
];

/** What the operations on roll-outs refuse. Nothing is made or changed, even if a stage accepts such a request. */
export function rolloutRefusalCases({ admin, user, unavailableFirmwareId }: Subject): readonly Case[] {
  const refusal = refusalsOf('create-rollout', SESSION_READ);
  const create = (body: object | string, session = admin, headers = {}) =>
    upgrade('create-rollout', textOf(body), session, headers);
  const withBody = (changes: object) => create({ ...VALID, ...changes });
  const withdrawn = withBody({ 'firmware-id': unavailableFirmwareId });
  const needsUser = { needs: ['user'] as const };
  return [
    ...rule(
      'create-rollout refuses what it cannot accept, with the code of the reason',
      [],
      quick(check('create-rollout: No cookie', upgrade('create-rollout', '{"sn":'), refused(401, 37), { calls: [] })),
      refusal('noUpgradeSession', 'No valid session', create('{}', { ...admin, sid: 'no' }), refused(401, 37)),
      refusal('noAdministrator', 'The user is not an administrator', create('{}', user), refused(403, 31), needsUser),
      refusal(
        'brokenSchema',
        'Waves do not grow',
        withBody({ waves: [{ devices: 5 }, { devices: 5 }] }),
        refused(400, 7, 'waves'),
      ),
      refusal('tooMany', 'More than 50,000 serial numbers', withBody({ sn: MANY }), refused(400, 17)),
      refusal('noJson', 'The body is not JSON', create('{"sn":'), refused(400, 21)),
      refusal('tooLarge', 'The body is over 4 MiB', create(' '.repeat(4 * 1024 * 1024 + 1)), refused(413, 18)),
      refusal(
        'noJsonType',
        'The content type is not JSON',
        create('{}', admin, { 'content-type': 'text/plain' }),
        refused(415, 9),
      ),
      refusal('hugeUpgradeBody', 'The gateway: a body over 10 MiB', create(HUGE), OVER_10_MIB, { stage: 'demo' }),
      refusal('unforeseenInUpgrade', 'Unforeseen', create(VALID), refused(500, 6), { stage: 'noSettings' }),
      refusal('brokenUpgradeFunction', 'The gateway: the function broke', create(VALID), BROKEN_FUNCTION, {
        stage: 'brokenFunction',
      }),
      refusal('upgradeTryAgain', 'A table does not answer', create(VALID), refused(503, 4), {
        stage: 'unreachableTables',
      }),
      quick(
        refusal('unknownFirmware', 'The firmware is unknown', create(VALID), refused(404, 16, NO_ROLLOUT), {
          calls: ['GetItem', 'GetItem', 'GetItem'],
        }),
      ),
      refusal('withdrawn', 'The firmware was withdrawn', withdrawn, refused(409, 38, NO_ROLLOUT), {
        needs: ['admin', 'unavailableFirmwareId'],
        calls: ['GetItem', 'GetItem', 'GetItem'],
      }),
    ),
    ...fieldCases(withBody),
    ...OTHERS.flatMap(([operation, body]) => refusedAsCreation(operation, body, { admin, user })),
  ];
}

/** @param withBody creates a valid roll-out, but for these fields */
function fieldCases(withBody: (changes: object) => ApiRequest): readonly Case[] {
  return rule(
    'Each field of a roll-out has its bounds, and an unknown one is refused, so that no brake is misspelt',
    ['admin'],
    check('Refused: an unknown field', withBody({ 'max-inflight': 5 }), refused(400, 7)),
    ...BROKEN.flatMap(([field, ...values]) =>
      values.map((value) =>
        check(`Refused: ${field} ${inShort(value)}`, withBody({ [field]: value }), refused(400, 7, field)),
      ),
    ),
    check(
      'The schema before the number of devices',
      withBody({ sn: MANY, 'wait-hours': 169 }),
      refused(400, 7, 'wait-hours'),
    ),
    check(
      'The number of devices before the waves',
      withBody({ sn: MANY, waves: [{ percent: 5 }, { percent: 5 }] }),
      refused(400, 17),
    ),
  );
}

/** What every operation refuses alike. */
function refusedAsCreation(
  operation: RolloutOperation,
  body: object,
  { admin, user }: Pick<Subject, 'admin' | 'user'>,
) {
  const ask = (sent: object | string, session = admin) => upgrade(operation, textOf(sent), session);
  const isCreation = operation === 'dry-run-rollout';
  return rule(
    `${operation} refuses what it cannot accept`,
    [],
    quick(check(`${operation}: No cookie`, upgrade(operation, '{'), refused(401, 37), { calls: [] })),
    check(`${operation}: No administrator`, ask(body, user), refused(403, 31), {
      needs: ['user'],
      calls: SESSION_READ,
    }),
    check(`${operation}: An unknown field`, ask({ ...body, sns: [] }), refused(400, 7), {
      needs: ['admin'],
      calls: SESSION_READ,
    }),
    check(`${operation}: No id`, ask({ ...body, 'rollout-id': '' }), refused(400, 7, 'rollout-id'), {
      needs: ['admin'],
    }),
    check(`${operation}: A body of over 256 KiB`, ask(TOO_LARGE), isCreation ? refused(400, 21) : refused(413, 18), {
      needs: ['admin'],
    }),
  );
}

function textOf(body: object | string): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function inShort(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
