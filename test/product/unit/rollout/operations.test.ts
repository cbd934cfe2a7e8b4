import { beforeEach, expect, jest, test } from '@jest/globals';
import { made } from '../../../../functions/rollout/make.ts';
import { createRollout } from '../../../../functions/rollout/operations/create.ts';
import { dryRunRollout } from '../../../../functions/rollout/operations/dry-run.ts';
import { resumeRollout } from '../../../../functions/rollout/operations/resume.ts';
import { rolloutStatus } from '../../../../functions/rollout/operations/status.ts';
import { cancelRollout, pauseRollout } from '../../../../functions/rollout/operations/stop.ts';
import { MEMBER_STATES } from '../../../../functions/domain/members.ts';
import { OddRollout, StoreUnavailable, type Rollouts } from '../../../../functions/domain/ports.ts';
import type { Outcome } from '../../../../functions/rollout/report.ts';
import { createRequest } from '../../../../functions/rollout/request.ts';
import type { RolloutServices } from '../../../../functions/rollout/services.ts';
import { claimOver } from '../../../../functions/store/claim-over.ts';
import { device, firmware21, NOW } from '../../../support/fakes.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';
import { tablesInMemory, type Tables } from '../../../support/rollouts/tables.ts';

const ann = { userName: 'ann', remainingMs: () => 25_000 };
const bob = { ...ann, userName: 'bob' };
const request = createRequest({ 'rollout-id': 'spring-21', 'firmware-id': 21, sn: ['SN1', 'SN2', 'odd\u0007'] });
const id = { rolloutId: 'spring-21' };
const all = { rolloutId: undefined, state: undefined, after: undefined };

let tables: Tables;
let services: RolloutServices;

beforeEach(async () => {
  tables = tablesInMemory();
  services = { ...tables.ports, clock: () => NOW, leaseSeconds: 3_600 };
  await tables.putFirmware(21, firmware21);
  await tables.putDevice(device('SN1'));
  await tables.putDevice(device('SN2', { online: false }));
});

test('a roll-out is made once, whoever asks again, and whatever has changed since', async () => {
  const { entries } = await createRollout({ ...request, waves: [1, 3] }, services, ann);
  const last = { devices: 3, 'opened-at': undefined };
  const waves = [{ devices: 1, 'opened-at': NOW.toISOString() }, last];
  const told = { 'firmware-id': 21, version: 1, state: 'running', wave: 1, total: 3, 'created-by': 'ann', waves };
  const { counts = {} } = entries[0]?.report as { counts?: object };
  expect(Object.entries(counts)).toEqual(MEMBER_STATES.map((state) => [state, state === 'queued' ? 3 : 0]));
  expect(entries).toMatchObject([{ rolloutId: 'spring-21', result: 'SUCCESS', report: told }]);
  expect(await rolloutStatus(all, services, ann)).toMatchObject({ entries });
  await tables.putFirmware(21, undefined);
  await cancelRollout(id, services, ann);
  const repeat = [{ result: 'REPEAT', report: { 'created-by': 'ann' } }];
  expect((await createRollout(request, services, bob)).entries).toMatchObject(repeat);
  expect(results(await dryRunRollout(request, services, ann))).toEqual(['REPEAT']);
  for (const operation of [createRollout, dryRunRollout]) {
    await expect(operation({ ...request, bodyHash: 'other' }, services, ann)).rejects.toThrow('CONSTRAINT_VIOLATION');
  }
});

test.each([
  ['another', 'bob', 'REPEAT'],
  ['itself, without a reply', 'ann', 'SUCCESS'],
])('a request is told of the roll-out that was made meanwhile by %s', async (_, by, result) => {
  const create: Rollouts['create'] = async (own, members) => {
    await services.rollouts.create(by === 'ann' ? own : made(request, by, NOW), members);
    return 'exists';
  };
  const { entries } = await createRollout(request, but({ create }), ann);
  expect(entries).toMatchObject([{ result, report: { 'created-by': by } }]);
});

test.each([
  ['of an unknown firmware', undefined, 'NOT_EXIST'],
  ['of a firmware that is not available', { state: 'unavailable' }, 'WRONG_STATE'],
] as const)('a roll-out %s is refused', async (_, firmware, reason) => {
  await tables.putFirmware(21, firmware);
  await expect(createRollout(request, services, ann)).rejects.toThrow(reason);
  await expect(dryRunRollout(request, services, ann)).rejects.toThrow(reason);
});

test('twenty roll-outs are active at most', async () => {
  for (let index = 0; index < 20; index += 1)
    await createRollout({ ...request, rolloutId: `r${String(index)}` }, services, ann);
  await expect(createRollout(request, services, ann)).rejects.toThrow('TOO_MANY');
  expect(results(await dryRunRollout(request, services, ann))).toEqual(['SUCCESS']);
  expect(results(await createRollout({ ...request, rolloutId: 'r7' }, services, ann))).toEqual(['REPEAT']);
});

test('a dry run tells what would become of each member, and writes nothing', async () => {
  const made = { sn: 'SN1', firmwareId: 22, file: firmware21.file, claimToken: 'c', requestedBy: 'bob' };
  await tables.claim(claimOver(undefined, made, NOW, 0));
  const before = await tables.snapshot();
  const wave = (devices: number, starts: number) => ({ devices, 'would-start': starts });
  const device = (sn: string, result: number) => ({ sn, result });
  const told = { waves: [wave(1, 1), wave(3, 0)], devices: [device('SN2', 12), device('odd', 16)] };
  expect(await dryRunRollout({ ...request, waves: [1, 3] }, services, ann)).toEqual({
    entries: [{ ...id, result: 'SUCCESS', report: { ...told, results: { '0': 1, '12': 1, '16': 1 } } }],
  });
  expect(await tables.snapshot()).toEqual(before);
});

test('pause, cancel and resume tell what was done, what was so already, and what cannot be', async () => {
  await createRollout(request, services, ann);
  expect(results(await resumeRollout({ ...id, version: 1 }, services, ann))).toEqual(['WRONG_STATE']);
  const paused = { state: 'paused', reason: 'operator', version: 2, 'changed-by': 'bob', 'under-way': 0 };
  expect(await pauseRollout(id, services, bob)).toMatchObject({ entries: [{ result: 'SUCCESS', report: paused }] });
  expect(results(await pauseRollout(id, services, ann))).toEqual(['REPEAT']);
  expect(results(await resumeRollout({ ...id, version: 1 }, services, ann))).toEqual(['WRONG_STATE']);
  for (const firmware of [undefined, { state: 'unavailable' }] as const) {
    await tables.putFirmware(21, firmware);
    expect(results(await resumeRollout({ ...id, version: 2 }, services, ann))).toEqual(['WRONG_STATE']);
  }
  await tables.putFirmware(21, firmware21);
  const resumed = [{ result: 'SUCCESS', report: { state: 'running', version: 3 } }];
  expect((await resumeRollout({ ...id, version: 2 }, services, ann)).entries).toMatchObject(resumed);
  expect(await tables.ports.rollouts.find('spring-21')).toMatchObject({ revision: 3 });
  expect(results(await resumeRollout({ ...id, version: 2 }, services, ann))).toEqual(['REPEAT']);
  expect(results(await cancelRollout(id, services, ann))).toEqual(['SUCCESS']);
  expect(results(await cancelRollout(id, services, ann))).toEqual(['REPEAT']);
  expect(results(await pauseRollout(id, services, ann))).toEqual(['WRONG_STATE']);
  expect(results(await resumeRollout({ ...id, version: 2 }, services, ann))).toEqual(['WRONG_STATE']);
});

test('of an unknown roll-out all operations tell that there is none', async () => {
  const outcomes = await Promise.all([
    pauseRollout(id, services, ann),
    cancelRollout(id, services, ann),
    resumeRollout({ ...id, version: 1 }, services, ann),
    rolloutStatus({ ...all, ...id }, services, ann),
  ]);
  expect(outcomes.flatMap(results)).toEqual(['NOT_EXIST', 'NOT_EXIST', 'NOT_EXIST', 'NOT_EXIST']);
});

test('one that makes no sense, not one that cannot be read, is told to be paused for an error, and its id is taken; it is told without its devices if those make none', async () => {
  const find = () => Promise.reject(new OddRollout('an item has no such form'));
  const odd = but({ find });
  const entry = { ...id, report: { state: 'paused', reason: 'error' } };
  expect(await rolloutStatus({ ...all, ...id }, odd, ann)).toMatchObject({
    entries: [{ ...entry, result: 'SUCCESS' }],
  });
  for (const make of [createRollout, dryRunRollout])
    await expect(make(request, odd, ann)).rejects.toThrow('CONSTRAINT_VIOLATION');
  const resumed = await resumeRollout({ ...id, version: 1 }, odd, ann);
  expect(resumed).toEqual({ entries: [{ ...entry, result: 'WRONG_STATE' }] });
  await createRollout(request, services, ann);
  const oddChunk = but({ findChunks: find });
  expect(await rolloutStatus({ ...all, ...id, state: 'queued' }, oddChunk, ann)).toEqual(
    await rolloutStatus({ ...all, ...id }, services, ann),
  );
  const cancelled = but({ find: () => Promise.reject(new OddRollout('the head has no such form', 'cancelled')) });
  const { entries } = await rolloutStatus({ ...all, ...id }, cancelled, ann);
  expect(entries).toEqual([{ ...id, result: 'SUCCESS', report: { state: 'cancelled' } }]);
  const late = await resumeRollout({ ...id, version: 1 }, cancelled, ann);
  expect(late.entries).toMatchObject([{ result: 'WRONG_STATE', report: { state: 'cancelled' } }]);
  const down = but({ find: () => Promise.reject(new StoreUnavailable('reading')) });
  await expect(rolloutStatus({ ...all, ...id }, down, ann)).rejects.toThrow(StoreUnavailable);
});

test.each<['superseded' | 'impossible', number, RegExp, number]>([
  ['superseded', 0, /resuming a roll-out/, 5],
  ['superseded', 6_200, /resuming a roll-out/, 3],
  ['impossible', 0, /cannot be resumed/, 1],
])('a resume whose change is %s after %i ms is not told as done', async (kind, tookMs, reason, times) => {
  await createRollout(request, services, ann);
  await pauseRollout(id, services, ann);
  const change = jest.fn<Rollouts['change']>().mockResolvedValue({ kind });
  const remainingMs = () => 25_000 - tookMs * change.mock.calls.length;
  await expect(resumeRollout({ ...id, version: 2 }, but({ change }), { ...ann, remainingMs })).rejects.toThrow(reason);
  expect(change).toHaveBeenCalledTimes(times);
});

test('what has nobody left to start is resumed without its firmware', async () => {
  const underWay = rolloutOf({ state: 'paused', version: 2, counts: { running: 100 } });
  await services.rollouts.create(underWay, []);
  await tables.putFirmware(21, undefined);
  expect(results(await resumeRollout({ ...id, version: 2 }, services, ann))).toEqual(['SUCCESS']);
});

test('devices are told by the thousand, those of a state page by page', async () => {
  const sns = Array.from({ length: 2_345 }, (_, index) => `SN${String(index)}`);
  const [dry] = (await dryRunRollout({ ...request, sns }, services, ann)).entries;
  expect(dry?.report).toHaveProperty('devices.length', 1_000);
  await createRollout({ ...request, sns, waves: [2_345] }, services, ann);
  const told: object[] = [];
  let after: string | undefined;
  for (const length of [1_000, 1_000, 345]) {
    const { entries, next } = await rolloutStatus({ ...id, state: 'queued', after }, services, ann);
    const { devices = [] } = entries[0]?.report as { devices?: object[] };
    expect(devices).toHaveLength(length);
    told.push(...devices);
    after = next;
  }
  expect([told, after]).toEqual([sns.map((sn) => ({ sn, state: 'queued' })), undefined]);
  const devicesOf = async (more: object) =>
    (await rolloutStatus({ ...all, ...id, ...more }, services, ann)).entries[0]?.report;
  expect(await devicesOf({ state: 'succeeded' })).toMatchObject({ devices: [] });
  expect(await devicesOf({})).toMatchObject({ devices: undefined });
});

function but(rollouts: Partial<Rollouts>): RolloutServices {
  return { ...services, rollouts: { ...services.rollouts, ...rollouts } };
}

function results({ entries }: Outcome): readonly string[] {
  return entries.map(({ result }) => result);
}
