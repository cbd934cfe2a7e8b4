/** Roll-outs on the real engine: rules R1 to R8, the list of all, the calls of a run, states, and what becomes of odd items. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MEMBER_STATES, type Letter } from '../../../functions/domain/members.ts';
import { advance } from '../../../functions/rollout/advance/advance.ts';
import { chunked } from '../../../functions/rollout/make.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { device, firmware21, NOW } from '../../support/fakes.ts';
import { BY, rolloutSuite, SNS } from '../../support/rollouts/engine-suite.ts';
import { rolloutOf } from '../../support/rollouts/rollout-of.ts';
import { scenarios } from '../../support/rollouts/scenarios.ts';
import { Stage } from '../../support/rollouts/stage.ts';
import { tablesOnEngine } from '../../support/rollouts/tables-on-engine.ts';
import { OddRollout, type StateChange, StoreUnavailable } from '../../../functions/domain/ports.ts';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { clear, instead } from '../../support/database-proxy.ts';

const database = databaseOfSuite();
const suite = rolloutSuite(database);

test('all roll-outs are told by the hundred, newest first', async () => {
  // By twos at the same time, of which the second has the later name; otherwise, names tell nothing.
  const ids = Array.from({ length: 205 }, (_, index) => `${index % 2 === 0 ? 'a' : 'b'}${String(500 - index)}`);
  for (const [index, rolloutId] of ids.entries()) {
    const createdAt = new Date(NOW.getTime() + Math.floor(index / 2)).toISOString();
    // Those of the first page are all of one kind.
    const phase = index < 100 && index % 3 === 0 ? 'over' : 'active';
    await suite.rollouts.create({ ...suite.rollout, rolloutId, createdAt, phase }, []);
  }
  const told: string[] = [];
  let after: string | undefined;
  for (const length of [100, 100, 5]) {
    const page = await suite.rollouts.page(after);
    expect(page.rollouts).toHaveLength(length);
    told.push(...page.rollouts.map(({ rolloutId }) => rolloutId));
    after = page.next;
  }
  expect([told, after]).toEqual([ids.toReversed(), undefined]);
  const heads = database.proxy.calls.filter(({ operation }) => operation === 'BatchGetItem');
  expect(heads.map(({ input }) => JSON.stringify(input).includes('"ConsistentRead":true'))).toEqual([true, true, true]);
});

test('all active ones are found, the oldest first, however few a page has', async () => {
  for (const [day, rolloutId] of ['b', 'a', 'c'].entries()) {
    await suite.rollouts.create(
      { ...suite.rollout, rolloutId, createdAt: `2026-11-2${String(day)}T12:00:00.000Z` },
      [],
    );
  }
  database.proxy.intervene = ({ input }, forward) => forward({ ...input, Limit: 1 });
  expect(await suite.rollouts.active()).toEqual(['b', 'a', 'c']);
});

// What is active; head and firmware; of a slice its chunk, firmware, devices, records and transaction; of those under way by the hundred.
test.each<[string, number, number, Letter]>([
  ['nothing active makes 1 call', 1, 0, 'q'],
  ['two slices to start makes 5 more for each', 3 + 2 * 5, 95, 'q'],
  ['1,000 under way makes 10 more, for the chunks 1, and 1 for the ends that it sees', 3 + 12, 1_000, 'r'],
])('A run with %s', async (_what, calls, total, letter) => {
  const { ports, putDevice, putFirmware } = suite.tables;
  const sns = Array.from({ length: total }, (_, index) => `SN${String(index)}`);
  const chunks = chunked(sns).map((chunk) => ({ ...chunk, letters: chunk.letters.map(() => letter) }));
  const requested = { cursor: total, counts: { requested: total }, openChunks: chunks.map(({ number }) => number) };
  const stands = letter === 'r' ? requested : { counts: { queued: total } };
  if (total > 0) await ports.rollouts.create(rolloutOf({ total, waves: [{ devices: total }], ...stands }), chunks);
  const devices = letter === 'q' ? sns : [];
  await Promise.all([putFirmware(21, firmware21), ...devices.map((sn) => putDevice(device(sn)))]);
  database.proxy.calls.length = 0;
  const { started } = await advance({ ...ports, clock: () => NOW, leaseSeconds: 60 }, () => true);
  expect([started, database.proxy.calls.length]).toEqual([devices.length, calls]);
});

test('R1 to R8 hold on the engine', async () => {
  // Far fewer than on the model, which the same scenarios take a hundredth of the time.
  const numRuns = Math.ceil(Number(process.env['ROLLOUT_RUNS'] ?? 150) / 75);
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const own = await tablesOnEngine(database);
      // Few devices: after each write, all that is on record is read.
      const devices = (scenario.devices % 9) + 1;
      const stage = new Stage(own, { ...scenario, devices, actions: scenario.actions.slice(0, 60) });
      await stage.play();
      expect(stage.observer.violations).toEqual([]);
      expect(await stage.settle()).toEqual([]);
      await own.drop();
    }),
    { numRuns, endOnFailure: true },
  );
});

/** Whether a change of the state was written, and in which state the roll-out is then. */
const toldOf = async (change: Promise<StateChange>) => {
  const { isWritten, found } = await change;
  return [isWritten, found?.state];
};
const NO_COUNTS = Object.fromEntries(MEMBER_STATES.map((state) => [state === 'timed-out' ? 'timedOut' : state, 0]));
const conflict = instead(databaseError('TransactionConflictException'));

test('Members that the table leaves are sent again, ten times at most', async () => {
  const left: Intervention = ({ input }) =>
    Promise.resolve({ status: 200, body: { UnprocessedItems: input['RequestItems'] } });
  database.next(Infinity, 'BatchWriteItem', left);
  await expect(suite.rollouts.create(suite.rollout, chunked(SNS))).rejects.toThrow('writing the members of a roll-out');
  expect(database.proxy.calls.filter(({ operation }) => operation === 'BatchWriteItem')).toHaveLength(10);
});

describe('The state', () => {
  beforeEach(() => suite.rollouts.create(suite.rollout, chunked(SNS)));

  test('is changed once, and told again as it is', async () => {
    const by = { version: 2, revision: 2, changedBy: 'CORP\\ann' };
    const paused = { ...suite.rollout, state: 'paused', reason: 'operator', ...by };
    const first = await suite.rollouts.pause('spring-21', BY);
    expect(first).toEqual({ isWritten: true, found: { rolloutId: 'spring-21', state: 'paused', rollout: paused } });
    const again = await suite.rollouts.pause('spring-21', { ...BY, by: 'bob' });
    expect(again).toEqual({ ...first, isWritten: false });
    expect(await toldOf(suite.rollouts.cancel('spring-21', BY))).toEqual([true, 'cancelled']);
    const { found } = await suite.rollouts.pause('spring-21', BY);
    expect(found).toMatchObject({ state: 'cancelled', rollout: { state: 'cancelled', version: 3 } });
    expect(await suite.rollouts.pause('summer-21', BY)).toEqual({ isWritten: false, found: undefined });
  });

  test('is changed as soon as a transaction is over', async () => {
    database.next(3, 'ExecuteStatement', conflict);
    const rollout = { version: 2, revision: 2 };
    expect(await suite.rollouts.pause('spring-21', BY)).toMatchObject({ isWritten: true, found: { rollout } });
    database.next(3, 'ExecuteStatement', conflict);
    const late = suite.rollouts.cancel('spring-21', { ...BY, inTime: () => false });
    await expect(late).rejects.toMatchObject({
      constructor: StoreUnavailable,
      message: expect.stringContaining('in time'),
    });
  });

  test.each<[string, unknown]>([
    ['version', 'two'],
    ['revision', undefined],
    ['counts', { queued: 3 }],
    ['cursor', 7],
    ['waves', []],
    ['waves', [50, 50, 95].map((devices) => ({ devices }))],
    ['waves', [50, 94].map((devices) => ({ devices }))],
    ['wave', 2],
    ['wave', 0],
    ['counts', { ...NO_COUNTS, queued: 95, succeeded: 1 }],
    ['createdAt', 'yesterday'],
    ['reason', 'because'],
  ])('of a head whose %s is odd can be stopped all the same, and is set aside', async (name, value) => {
    await suite.set('head', name, value);
    const error = { constructor: OddRollout, name: 'OddRollout', message: expect.stringContaining('of a roll-out') };
    await expect(suite.rollouts.find('spring-21')).rejects.toMatchObject({ ...error, state: 'running' });
    const odd = { rolloutId: 'spring-21', state: 'running', rollout: undefined };
    expect((await suite.rollouts.page(undefined)).rollouts).toStrictEqual([odd]);
    await suite.rollouts.setAside('spring-21', BY.at);
    expect(await toldOf(suite.rollouts.pause('spring-21', BY))).toEqual([false, 'paused']);
    expect(await toldOf(suite.rollouts.cancel('spring-21', BY))).toEqual([true, 'cancelled']);
    await suite.rollouts.setAside('spring-21', BY.at);
    expect(await suite.rollouts.active()).toEqual([]);
  });

  test('of a head that a later version made is left alone', async () => {
    await suite.set('head', 'schema', 2);
    await expect(suite.rollouts.find('spring-21')).rejects.toThrow(/later version/);
  });

  test('is not tried for ever to be changed, where it cannot be even without counting', async () => {
    database.next(9, 'ExecuteStatement', instead(databaseError('ValidationException')));
    let looks = 0;
    const change = suite.rollouts.pause('spring-21', { ...BY, inTime: () => (looks += 1) < 9 });
    await expect(change).rejects.toMatchObject({ cause: { message: 'ValidationException' } });
  });

  test('that cannot be changed is told with what was tried, or logged', async () => {
    database.proxy.intervene = instead(databaseError('AccessDeniedException'));
    const cause = expect.objectContaining({ name: expect.stringMatching(/Error|AccessDenied/) });
    const failure = (doing: string) => ({ name: 'StoreUnavailable', message: expect.stringContaining(doing), cause });
    await expect(suite.rollouts.cancel('spring-21', BY)).rejects.toMatchObject(failure('changing the state'));
    await expect(suite.rollouts.create(suite.rollout, [])).rejects.toMatchObject(failure('making a roll-out'));
    await expect(suite.rollouts.create(suite.rollout, chunked(SNS))).rejects.toMatchObject(
      failure('writing the members'),
    );
    await expect(suite.rollouts.active()).rejects.toMatchObject(failure('reading the active roll-outs'));
    await expect(suite.rollouts.page(undefined)).rejects.toMatchObject(failure('reading the roll-outs'));
    await suite.rollouts.setAside('spring-21', BY.at);
    clear(database.proxy);
    expect(database.logged).toMatchObject([{ code: 'ROLLOUT_UNANSWERED', rolloutId: 'spring-21' }]);
  });

  test.each<[string, unknown]>([
    ['letters', 'q'.repeat(89)],
    ['letters', '?'.repeat(90)],
    ['sns', ['SN0']],
  ])('of a chunk with odd %s is told as odd', async (name, value) => {
    await suite.set(`${suite.rollout.membersId}#00000`, name, value);
    const odd = { constructor: OddRollout, message: expect.stringContaining('a chunk of a roll-out') };
    await expect(suite.rollouts.findChunks(suite.rollout, [0])).rejects.toMatchObject(odd);
    await expect(suite.rollouts.findChunks(suite.rollout, [2])).rejects.toThrow(OddRollout);
  });
});
