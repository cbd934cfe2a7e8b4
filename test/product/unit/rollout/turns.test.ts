/** What a run does with each of the roll-outs that are active, and with what goes wrong. */
import { expect, jest, test } from '@jest/globals';
import { OddRollout, StoreUnavailable, type ChangeOutcome, type Rollouts } from '../../../../functions/domain/ports.ts';
import { chunked } from '../../../../functions/rollout/make.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, firmware21, NOW } from '../../../support/fakes.ts';
import { rolloutOf, type Overrides } from '../../../support/rollouts/rollout-of.ts';
import { tablesInMemory, type Ports, type Tables } from '../../../support/rollouts/tables.ts';
import { ofTwoDevices, run, SNS } from '../../../support/rollouts/two-devices.ts';

const { logged } = captureOutput();

const WAITING = { cursor: 2, counts: { waiting: 2 }, own: { waiting: 2 }, openChunks: [0] };
const ONE_WAITS = { ...WAITING, counts: { waiting: 1 } };
const OTHER_QUEUED = { ...ONE_WAITS, cursor: 1, counts: { waiting: 1, queued: 1 }, own: { waiting: 1 } };
const COUNTS = 'the counts of a roll-out are not those of its members';
const NEVER = 'a change of a roll-out can never be written';
const rejecting = (error: Error): Partial<Rollouts> => ({ find: () => Promise.reject(error) });

test.each<[string, string, Overrides, string, string, Partial<Rollouts>]>([
  ['makes no sense', 'odd', {}, 'qq', 'no head', rejecting(new OddRollout('no head'))],
  ['cannot be read', 'unread', {}, 'qq', 'reading did not succeed', rejecting(new StoreUnavailable('reading'))],
  ['does not count all that wait', 'odd', ONE_WAITS, 'oo', COUNTS, {}],
  ['does not count all that are under way', 'odd', ONE_WAITS, 'ro', COUNTS, {}],
  ['has a queued member before the others', 'odd', ONE_WAITS, 'oq', COUNTS, {}],
  ['has an ended member among the queued', 'odd', {}, 'sq', 'a chunk of a roll-out is not as its head tells', {}],
  ['can never be written', 'odd', {}, 'qq', NEVER, { change: () => Promise.resolve({ kind: 'impossible' }) }],
])('One that %s is %s, and told once', async (_, is, head, letters, message, instead) => {
  const { ports } = await ofTwoDevices(head, letters);
  const setAside = jest.fn<Rollouts['setAside']>();
  expect(await run(ports, { ...instead, setAside })).toMatchObject({ seen: [is], started: 0 });
  const code = is === 'odd' ? 'ROLLOUT_ODD' : 'ROLLOUT_UNREADABLE';
  expect(logged).toMatchObject([{ code, rolloutId: 'only', error: { message } }]);
  expect(setAside.mock.calls).toMatchObject(is === 'odd' ? [['only', NOW.toISOString()]] : []);
});

test.each<[string, string, number, object[]]>([
  ['has changed while it was read', 'only', 1, [{ revision: 3 }]],
  ['has gone while it was read', 'gone', 1, []],
  ['is gone', 'gone', 0, []],
])('One that %s is no fault', async (_what, id, times, seen) => {
  const { ports } = await ofTwoDevices({ revision: 2 });
  const find = jest.fn<Rollouts['find']>((asked) => ports.rollouts.find(asked));
  if (times > 0) find.mockResolvedValueOnce(rolloutOf({ counts: { waiting: 1 } }));
  expect((await run(ports, { active: () => Promise.resolve([id]), find })).seen).toMatchObject(seen);
  expect([find.mock.calls.length, logged.length]).toEqual([1 + 2 * times, 2 * seen.length]);
});

test('One for which there is no time is unread', async () => {
  const { ports } = await ofTwoDevices();
  expect(await run(ports, {}, undefined, false)).toEqual({ seen: ['unread'], started: 0, leasesExpired: 0 });
});

const SUPERSEDED: ChangeOutcome = { kind: 'superseded', why: 'ThrottlingError' };

test.each<[number, ChangeOutcome, number, object | string, string]>([
  [3, SUPERSEDED, 2, { counts: { requested: 2 } }, ''],
  [4, SUPERSEDED, 0, 'unread', 'ThrottlingError'],
  [4, { kind: 'refused', sns: new Set() }, 0, 'unread', 'refused, but by no device'],
])('After %i changes that are %j the run has started %i', async (times, outcome, started, told, why) => {
  const { ports } = await ofTwoDevices();
  const change = jest.fn<Rollouts['change']>((wanted) => ports.rollouts.change(wanted));
  for (let time = 0; time < times; time += 1) change.mockResolvedValueOnce(outcome);
  expect([await run(ports, { change }), change.mock.calls.length]).toMatchObject([{ seen: [told], started }, 4]);
  const givenUp = { code: 'ROLLOUT_UNANSWERED', rolloutId: 'only', error: { message: why } };
  expect(logged).toMatchObject(why === '' ? SNS.map((sn) => ({ code: 'UPGRADE_STARTED', sn })) : [givenUp]);
});

test.each([
  [2, 'are told like the others'],
  [0, 'are told to nobody if they cannot be read back'],
])('%i upgrades whose start got no answer %s', async (started) => {
  const { ports } = await ofTwoDevices();
  const change = jest.fn<Rollouts['change']>((wanted) => ports.rollouts.change(wanted));
  const describeMany = jest.fn<Ports['upgrades']['describeMany']>((sns) => ports.upgrades.describeMany(sns));
  change.mockImplementationOnce(async (wanted) => {
    await ports.rollouts.change(wanted);
    if (started === 0) describeMany.mockRejectedValueOnce(new StoreUnavailable('reading'));
    return SUPERSEDED;
  });
  const done = await run({ ...ports, upgrades: { describeMany } }, { change });
  expect(done).toMatchObject({ seen: [{ counts: { requested: 2 } }], started });
  expect(logged).toMatchObject(SNS.slice(0, started).map((sn) => ({ code: 'UPGRADE_STARTED', sn })));
});

test('One whose chunk shows a change earlier than its head is no fault', async () => {
  const { ports } = await ofTwoDevices();
  const findChunks = jest.fn<Rollouts['findChunks']>((...asked) => ports.rollouts.findChunks(...asked));
  findChunks.mockResolvedValueOnce([]).mockResolvedValueOnce([{ number: 0, sns: SNS, letters: ['r', 'r'] }]);
  expect(await run(ports, { findChunks })).toMatchObject({ seen: [{ counts: { requested: 2 } }], started: 2 });
});

test('Those that are queued are tried between chunks of those that wait, however many these are', async () => {
  const { ports, putFirmware } = tablesInMemory();
  const sns = Array.from({ length: 181 }, (_, index) => `SN${String(index)}`);
  const chunks = chunked(sns).map((chunk) => {
    const letters = chunk.letters.map((_, place) => (place === 0 ? 'o' : 's'));
    return { ...chunk, letters: chunk.number < 2 ? letters : chunk.letters };
  });
  const counts = { waiting: 2, succeeded: 178, queued: 1 };
  const rest = { waves: [{ devices: 181 }], own: { waiting: 2, succeeded: 178 }, openChunks: [0, 1] };
  await ports.rollouts.create(rolloutOf({ total: 181, cursor: 180, counts, ...rest }), chunks);
  await putFirmware(21, firmware21);
  const findMany = jest.fn<Ports['devices']['findMany']>((asked) => ports.devices.findMany(asked));
  await run({ ...ports, devices: { findMany } });
  expect(findMany.mock.calls).toEqual([[['SN0']], [['SN180']], [['SN90']]]);
});

test('A device that others take again and again waits, and holds up no other', async () => {
  const { ports } = await ofTwoDevices();
  const change = jest.fn<Rollouts['change']>((wanted) => {
    const isTaken = wanted.claims.some(({ upgrade }) => upgrade.sn === 'SN1');
    return isTaken ? Promise.resolve({ kind: 'refused', sns: new Set(['SN1']) }) : ports.rollouts.change(wanted);
  });
  expect(await run(ports, { change })).toMatchObject({ seen: [{ counts: { waiting: 1, requested: 1 } }], started: 1 });
  expect(change).toHaveBeenCalledTimes(4);
});

test.each(['running', 'paused'])('One whose firmware goes is %s after a run', async (state) => {
  for (const firmware of [undefined, { state: 'unavailable' } as const]) {
    const { ports } = await ofTwoDevices();
    const find = jest.fn<Ports['firmwares']['find']>().mockResolvedValue(firmware);
    if (state === 'running') find.mockResolvedValueOnce(firmware21);
    const reads = jest.fn<Rollouts['find']>((id) => ports.rollouts.find(id));
    const done = await run({ ...ports, firmwares: { find } }, { find: reads });
    expect(done).toMatchObject({ seen: [{ state, counts: { queued: 2 } }], started: 0 });
    expect([reads.mock.calls.length, logged.length]).toEqual([1, 0]);
  }
});

test.each([
  ['has looked at', ['mine', 'only']],
  ['does not know yet', ['mine']],
])('What another run has started for a roll-out that this one %s is left until its end is seen', async (_, active) => {
  const tables = await ofTwoDevices();
  const { ports } = tables;
  const chunk = { number: 0, sns: SNS, letters: ['q', 'q'] as const };
  const mine = { rolloutId: 'mine', membersId: 'mine', total: 2, waves: [{ devices: 2 }], counts: { queued: 2 } };
  await ports.rollouts.create(rolloutOf(mine), [chunk]);
  const runOver = (...ids: string[]) => run(ports, { active: () => Promise.resolve(ids) });
  let isLate = false;
  const findChunks: Rollouts['findChunks'] = async (rollout, numbers) => {
    if (numbers.length > 0 && !isLate) {
      isLate = true;
      await runOver('only');
      for (const [sn, { upgradeId = '', leaseEndsAt = 0 }] of (await tables.snapshot()).records) {
        await tables.report(sn, upgradeId, { state: 'failed', leaseEndsAt });
      }
    }
    return ports.rollouts.findChunks(rollout, numbers);
  };
  await run(ports, { active: () => Promise.resolve(active), findChunks });
  expect((await runOver('only')).seen).toMatchObject([{ counts: { failed: 2, lost: 0 } }]);
  expect((await runOver('mine')).started).toBe(2);
});

/** The letters of the only roll-out, and its revision. */
async function standing(tables: Tables) {
  const only = (await tables.snapshot()).rollouts.get('only');
  return [only?.letters.join(''), only?.rollout.revision];
}

test.each<[string, Overrides, string, boolean, string, number, number]>([
  ['lets those wait that cannot have it', WAITING, 'oo', false, 'oo', 1, 0],
  ['skips them at once if nobody is to wait', { waitHours: 0 }, 'qq', false, 'OO', 1, 1],
  ['starts the others all the same', { waitHours: 0 }, 'qq', true, 'rr', 1, 1],
  ['starts those that waited, then those that are queued', OTHER_QUEUED, 'oq', true, 'rr', 1, 2],
  ['tries nobody while it is paused', { state: 'paused', reason: 'operator' }, 'qq', false, 'qq', 0, 0],
])('A roll-out %s, with no more reads of chunks and writes than that takes', async (_what, ...row) => {
  const [head, before, online, after, reads, writes] = row;
  const tables = await ofTwoDevices(head, before);
  for (const sn of SNS) await tables.putDevice(device(sn, { online }));
  const change = jest.fn<Rollouts['change']>((wanted) => tables.ports.rollouts.change(wanted));
  const findChunks = jest.fn<Rollouts['findChunks']>((...asked) => tables.ports.rollouts.findChunks(...asked));
  const { started } = await run(tables.ports, { change, findChunks });
  const read = findChunks.mock.calls.flatMap(([, numbers]) => numbers);
  const starts = after.split('r').length - 1;
  expect([started, read.length, change.mock.calls.length]).toEqual([starts, reads, writes]);
  expect(await standing(tables)).toEqual([after, 1 + writes]);
});

test.each(['ro', 'or'])('If one may be under way, one starts: %s, and then nobody else is tried', async (letters) => {
  const tables = await ofTwoDevices({ ...WAITING, maxInFlight: 1 }, 'oo');
  await tables.putDevice(device('SN1', { online: letters === 'ro' }));
  await run(tables.ports);
  await tables.putDevice(device('SN2', { familyId: 8 }));
  const describeMany = jest.fn<Ports['upgrades']['describeMany']>((sns) => tables.ports.upgrades.describeMany(sns));
  await run({ ...tables.ports, upgrades: { describeMany } });
  expect(describeMany.mock.calls).toEqual([[[SNS[letters.indexOf('r')]]]]);
  expect(await standing(tables)).toEqual([letters, 2]);
});

test('Those that wait are skipped by the time of their own wave', async () => {
  const waves = [{ devices: 91, drainedAt: '2026-11-26T12:00:00.000Z' }, { devices: 92 }];
  const counts = { succeeded: 90, waiting: 2 };
  const head = { total: 92, waves, wave: 2, cursor: 92, counts, own: { waiting: 1 }, openChunks: [1] };
  const tables = await ofTwoDevices(head, 'oo', 1);
  for (const sn of SNS) await tables.putDevice(device(sn, { online: false }));
  expect((await run(tables.ports)).seen).toMatchObject([{ own: { waiting: 1 }, counts: { waiting: 1, skipped: 1 } }]);
});
