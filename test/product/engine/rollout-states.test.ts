/** The state of a roll-out on the real engine, and what becomes of odd items. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { OddRollout, StoreUnavailable, type StateChange } from '../../../functions/domain/ports.ts';
import { chunked } from '../../../functions/rollout/make.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { captureOutput } from '../../support/console.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { clear, instead } from '../../support/database-proxy.ts';
import { BY, rolloutSuite, SNS } from '../../support/rollouts/engine-suite.ts';

const { logged } = captureOutput();
const database = databaseOfSuite();
const suite = rolloutSuite(database);

/** Whether a change of the state was written, and in which state the roll-out is then. */
const toldOf = async (change: Promise<StateChange>) => {
  const { isWritten, found } = await change;
  return [isWritten, found?.state];
};
const conflict = instead(databaseError('TransactionConflictException'));

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
    expect(await toldOf(suite.rollouts.pause('spring-21', BY))).toEqual([false, 'cancelled']);
    expect(await suite.rollouts.pause('summer-21', BY)).toEqual({ isWritten: false, found: undefined });
  });

  test('is changed as soon as a transaction is over', async () => {
    database.next(3, 'ExecuteStatement', conflict);
    expect(await suite.rollouts.pause('spring-21', BY)).toMatchObject({ isWritten: true });
    database.next(3, 'ExecuteStatement', conflict);
    const inTime = () => false;
    await expect(suite.rollouts.cancel('spring-21', { ...BY, inTime })).rejects.toThrow(StoreUnavailable);
  });

  test.each<[string, unknown]>([
    ['version', 'two'],
    ['revision', undefined],
    ['counts', { queued: 3 }],
    ['cursor', 7],
    ['waves', []],
    ['wave', 2],
    ['createdAt', 'yesterday'],
    ['reason', 'because'],
  ])('of a head whose %s is odd can be stopped all the same, and is set aside', async (name, value) => {
    await suite.set('head', name, value);
    const error = { constructor: OddRollout, message: expect.stringContaining('of a roll-out') };
    await expect(suite.rollouts.find('spring-21')).rejects.toMatchObject(error);
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

  test('that cannot be changed is told with what was tried, or logged', async () => {
    database.proxy.intervene = instead(databaseError('AccessDeniedException'));
    const cause = expect.objectContaining({ name: expect.stringMatching(/Error|AccessDenied/) });
    const failure = (doing: string) => ({ name: 'StoreUnavailable', message: expect.stringContaining(doing), cause });
    await expect(suite.rollouts.cancel('spring-21', BY)).rejects.toMatchObject(failure('changing the state'));
    await expect(suite.rollouts.create(suite.rollout, [])).rejects.toMatchObject(failure('making a roll-out'));
    await expect(suite.rollouts.active()).rejects.toMatchObject(failure('reading the active roll-outs'));
    await expect(suite.rollouts.page(undefined)).rejects.toMatchObject(failure('reading the roll-outs'));
    await suite.rollouts.setAside('spring-21', BY.at);
    clear(database.proxy);
    expect(logged).toMatchObject([{ code: 'ROLLOUT_UNANSWERED', rolloutId: 'spring-21' }]);
  });

  test.each<[string, unknown]>([
    ['letters', 'q'.repeat(89)],
    ['letters', '?'.repeat(90)],
    ['sns', ['SN0']],
  ])('of a chunk with odd %s is told as odd', async (name, value) => {
    await suite.set(`${suite.rollout.membersId}#00000`, name, value);
    await expect(suite.rollouts.findChunks(suite.rollout, [0])).rejects.toThrow(OddRollout);
    await expect(suite.rollouts.findChunks(suite.rollout, [2])).rejects.toThrow(OddRollout);
  });
});
