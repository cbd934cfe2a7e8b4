import { MAX_DEVICES } from '../../../functions/rollout/request.ts';
import type { RolloutOperation } from '../../../functions/domain/operations.ts';
import { NO_DEVICE, NO_FIRMWARE, upgrade, type ApiRequest } from '../requests.ts';
import { check, quick, refused, rule, type Case, type Subject } from './case.ts';
import { refusalCases, refusalsOf, SESSION_READ, TOO_LARGE } from './refusals.ts';

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

/** A value of each field that is beyond its bounds. */
const BROKEN = {
  'rollout-id': 'a b',
  'firmware-id': '21',
  sn: ['x'.repeat(65)],
  waves: [{ devices: 5 }, { devices: 5 }],
  'between-waves': 10_081,
  stop: { 'fail-percent': 5 },
  'max-in-flight': 0,
  'wait-hours': 169,
};

/** What the operations on roll-outs refuse. Nothing is made or changed, even if a stage accepts such a request. */
export function rolloutRefusalCases(subject: Subject): readonly Case[] {
  const withBody = (changes: object) =>
    upgrade('create-rollout', JSON.stringify({ ...VALID, ...changes }), subject.admin);
  const refusal = refusalsOf('create-rollout', ['GetItem', 'GetItem', 'GetItem']);
  const withdrawn = withBody({ 'firmware-id': subject.unavailableFirmwareId });
  return [
    ...refusalCases('create-rollout', subject, {
      valid: VALID,
      field: 'sn',
      tooMany: MANY,
      tooLarge: ' '.repeat(4 * 1024 * 1024 + 1),
    }),
    ...rule(
      'create-rollout needs a firmware that is available',
      ['admin'],
      quick(refusal('unknownFirmware', 'The firmware is unknown', withBody({}), refused(404, 16, NO_ROLLOUT))),
      refusal('withdrawn', 'The firmware was withdrawn', withdrawn, refused(409, 38, NO_ROLLOUT), {
        needs: ['unavailableFirmwareId'],
      }),
    ),
    ...fieldCases(withBody),
    ...OTHERS.flatMap(([operation, body]) => refusedAsCreation(operation, body, subject)),
  ];
}

/** @param withBody creates a valid roll-out, but for these fields */
function fieldCases(withBody: (changes: object) => ApiRequest): readonly Case[] {
  return rule(
    'Each field of a roll-out has its bounds, and an unknown one is refused, so that no brake is misspelt',
    ['admin'],
    check('Refused: an unknown field', withBody({ 'max-inflight': 5 }), refused(400, 7)),
    ...Object.entries(BROKEN).map(([field, value]) =>
      check(`Refused: ${field} ${JSON.stringify(value)}`, withBody({ [field]: value }), refused(400, 7, field)),
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
function refusedAsCreation(operation: RolloutOperation, body: object, { admin, user }: Subject) {
  const ask = (sent: string, session = admin) => upgrade(operation, sent, session);
  const changed = (changes: object) => ask(JSON.stringify({ ...body, ...changes }));
  const tooLarge = operation === 'dry-run-rollout' ? refused(400, 21) : refused(413, 18);
  const [byUser, byAdmin] = [
    { needs: ['user'], calls: SESSION_READ },
    { needs: ['admin'], calls: SESSION_READ },
  ] as const;
  return rule(
    `${operation} refuses what it cannot accept`,
    [],
    quick(check(`${operation}: No cookie`, upgrade(operation, '{'), refused(401, 37), { calls: [] })),
    check(`${operation}: No administrator`, ask(JSON.stringify(body), user), refused(403, 31), byUser),
    check(`${operation}: An unknown field`, changed({ sns: [] }), refused(400, 7), byAdmin),
    check(`${operation}: No id`, changed({ 'rollout-id': '' }), refused(400, 7, 'rollout-id'), byAdmin),
    check(`${operation}: A body of over 256 KiB`, ask(TOO_LARGE), tooLarge, byAdmin),
  );
}
