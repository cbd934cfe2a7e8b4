import type { DeviceResult, RefusalName } from '../../../functions/domain/api-status.ts';
import { MEMBER_STATES } from '../../../functions/domain/members.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { createBody, idBody, MAX_DEVICES, resumeBody, statusBody } from '../../../functions/rollout/request.ts';
import { answerSchema, codes, growing, methodSchema, objectSchema, schemaRef, TEXT, time } from './schema.ts';
import { enforced } from './upgrade.ts';

const STATES: readonly Rollout['state'][] = ['running', 'paused', 'completed', 'cancelled'];
const REASONS: readonly Rollout['reason'][] = ['operator', 'failures', 'no-success', 'gate', 'firmware', 'error'];

const STRICT = 'An unknown field, at any depth, is refused with 7.';
const ID = 'The name that you have given the roll-out.';
const NEXT = '`next` of the page before.';

const CREATE_FIELDS = {
  'rollout-id': 'A name of your choice, never used before.',
  'firmware-id': 'The firmware to install.',
  sn: `Serial numbers, case-sensitive, in the order in which they are started; at most ${MAX_DEVICES.toLocaleString('en')} (17). A duplicate counts once in all else. What cannot be a serial number is a member that is skipped.`,
  waves: 'How many devices, or percent of all, each wave and those before it have. Those of one kind grow strictly.',
  'between-waves': 'Minutes from the passing of a wave to the opening of the next, or that a resume opens it.',
  stop: 'It pauses when so many percent of those that ended have failed, counting at least so many as ended.',
  'max-in-flight': 'At most so many devices are under way at once: this is the brake. Ends are seen once a minute.',
  'wait-hours': 'For how long devices that are offline or busy are waited for. 0: they are skipped at once.',
};

const COUNT = { type: 'integer', minimum: 0 };

/** What is told of a roll-out. What is not known or not so is left out. */
const REPORT = {
  'firmware-id': { ...COUNT, format: 'int64' },
  version: { ...COUNT, description: 'Grows whenever state, reason or wave changes. resume-rollout takes it.' },
  state: growing('string', STATES, 'The state of the roll-out.'),
  wave: { ...COUNT, description: 'The open wave, from 1.' },
  total: COUNT,
  'next-wave-at': time('When the next wave opens: the open one has passed.'),
  reason: growing('string', REASONS.map(String), 'Why it is paused.'),
  waves: {
    type: 'array',
    items: objectSchema(
      { devices: { ...COUNT, description: 'How many members it and those before it have.' } },
      { 'opened-at': time() },
    ),
  },
  counts: objectSchema(Object.fromEntries(MEMBER_STATES.map((state) => [state, COUNT]))),
  'created-by': TEXT,
  'created-at': time(),
  'changed-by': { ...TEXT, description: 'Left out where the service itself has changed it.' },
  'changed-at': time('When the version changed last.'),
};

const RESULTS: readonly DeviceResult[] = ['SUCCESS', 'REPEAT', 'NOT_EXIST', 'WRONG_STATE'];

const DEVICES = { type: 'array', items: schemaRef('RolloutDevice'), maxItems: 1_000 };

const ONE = { minItems: 1, maxItems: 1 };
const MORE = { description: 'There may be more: ask again with this as `after`.' };

export const rolloutSchemas = {
  RolloutRequest: asked(createBody, CREATE_FIELDS),
  RolloutIdRequest: asked(idBody, { 'rollout-id': ID }),
  RolloutResumeRequest: asked(resumeBody, { 'rollout-id': ID, version: 'As you saw it.' }),
  RolloutStatusRequest: asked(statusBody, {
    'rollout-id': `${ID} Without it all are listed, newest first, 100 a page.`,
    state: 'The members in this state are listed too, 1,000 a page.',
    after: NEXT,
  }),
  RolloutDevice: objectSchema(
    { sn: { type: 'string', description: 'As it was sent, without control characters.' } },
    {
      state: growing('string', MEMBER_STATES, 'How it stands.'),
      result: codes(['REPEAT', 'DEVICE_BUSY', 'DEVICE_LOST', 'NOT_EXIST', 'DEVICE_TYPE_ERROR']),
      reason: growing('string', ['up-to-date', 'newer-request'], 'Why it is skipped, if not for a code.'),
    },
  ),
  RolloutDetail: detail(RESULTS, {
    ...REPORT,
    'under-way': COUNT,
    devices: {
      ...DEVICES,
      description: 'Those in the state that was asked for. Left out if what is on record of them makes no sense.',
    },
  }),
  RolloutAnswer: answerSchema('create-rollout', 'RolloutDetail', ONE),
  RolloutStatusAnswer: answerSchema('rollout-status', 'RolloutDetail', { maxItems: 100 }, MORE),
  RolloutPauseAnswer: answerSchema('pause-rollout', 'RolloutDetail', ONE),
  RolloutResumeAnswer: answerSchema('resume-rollout', 'RolloutDetail', ONE),
  RolloutCancelAnswer: answerSchema('cancel-rollout', 'RolloutDetail', ONE),
  RolloutDryRunDetail: dryRunDetail(),
  RolloutDryRunAnswer: answerSchema('dry-run-rollout', 'RolloutDryRunDetail', ONE),
};

/** The very schema that the function enforces, with what each field means. */
function asked(body: Parameters<typeof enforced>[0], fields: Readonly<Record<string, string>>): object {
  const { properties = {}, ...rest } = enforced(body);
  const described = Object.entries(properties).map(([name, field]) => {
    const description = fields[name];
    return [name, typeof field === 'object' ? { description, ...field } : field] as const;
  });
  return { description: STRICT, ...rest, properties: Object.fromEntries(described) };
}

function detail(results: readonly DeviceResult[], more: Readonly<Record<string, object>>) {
  return objectSchema({ 'rollout-id': { type: 'string' }, result: codes(results) }, more);
}

/** Of a roll-out that is there already, what its creation would tell. */
function dryRunDetail() {
  const { waves, ...report } = REPORT;
  const items = objectSchema(waves.items.properties, {
    'would-start': { ...COUNT, description: "How many of the wave's own members would be started now." },
  });
  return detail(['SUCCESS', 'REPEAT'], {
    waves: { ...waves, items: { ...items, required: ['devices'] } },
    results: {
      type: 'object',
      additionalProperties: COUNT,
      description: 'How many members would get each code, or be skipped for each reason. 0: would be started.',
    },
    devices: { ...DEVICES, description: 'Those that would not be started, the first 1,000.' },
    ...report,
  });
}

/** The answer to a request that is refused as a whole: nothing was made or changed, unless the code is 4; then that is not known. */
export function refusedRollout(names: readonly RefusalName[]): object {
  const items = objectSchema(
    { result: codes(names) },
    {
      'rollout-id': { type: 'string', description: 'Once the request is known to be valid.' },
      field: {
        type: 'string',
        description: 'The first field that breaks the schema; left out if this operation has no such field.',
      },
    },
  );
  return objectSchema({
    result: codes(names),
    method: methodSchema('rollout'),
    details: { type: 'array', items, maxItems: 1 },
  });
}
