/** A roll-out and its changes on the real engine: written whole or not at all. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { MEMBER_STATES, type Letter } from '../../../functions/domain/members.ts';
import type { ChangeOutcome, Claim, RolloutChange } from '../../../functions/domain/ports.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { chunked, made } from '../../../functions/rollout/make.ts';
import { claimOver } from '../../../functions/store/claim-over.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { afterwards, instead } from '../../support/database-proxy.ts';
import { firmware21, NOW } from '../../support/fakes.ts';
import { BY, REQUEST, rolloutSuite, SNS } from '../../support/rollouts/engine-suite.ts';
import { rolloutOf } from '../../support/rollouts/rollout-of.ts';

const database = databaseOfSuite();
const suite = rolloutSuite(database);

/** The reply to a transaction that was not made, with the reason of each statement. */
const cancelled = (CancellationReasons: readonly object[]) => {
  const { status, body } = databaseError('TransactionCanceledException');
  return instead({ status, body: { ...body, CancellationReasons } });
};

const ODD = 'ValidationError';
const NOT_TAKEN = { code: 'WRITE_NOT_TAKEN', sn: 'SN0', error: { message: ODD } };
const unanswered = (message: string) => ({ code: 'ROLLOUT_UNANSWERED', rolloutId: 'spring-21', error: { message } });
const superseded = (why: string): ChangeOutcome => ({ kind: 'superseded', why });

function claims(count: number): Claim[] {
  const common = { firmwareId: 21, file: firmware21.file, claimToken: 'ours', requestedBy: 'ann' };
  const key = { requestKey: 'rollout:spring-21', decidedAt: suite.rollout.createdAt };
  return SNS.slice(0, count).map((sn) => claimOver(undefined, { sn, ...common, ...key }, NOW, 3_600));
}

/** A change that claims the first devices. */
function change(count: number, overrides: Partial<RolloutChange> = {}): RolloutChange {
  const [before] = chunked(SNS);
  if (before === undefined) throw new Error('there are no members');
  const letters = before.letters.map((letter, place): Letter => (place < count ? 'r' : letter));
  const counts = { ...suite.rollout.counts, queued: 95 - count, requested: count };
  const after = { ...suite.rollout, revision: suite.rollout.revision + 1, cursor: count, counts, openChunks: [0] };
  const common = { before: suite.rollout, after, chunks: [{ before, after: { ...before, letters } }] };
  return { ...common, claims: claims(count), ...overrides };
}

describe('A roll-out', () => {
  test('is read as it was written, members too', async () => {
    expect(await suite.rollouts.create(suite.rollout, chunked(SNS))).toBe('written');
    // Each item for 600 days, in epoch seconds.
    const expiresAt = JSON.stringify({ N: String(Math.floor(NOW.getTime() / 1000) + 600 * 86_400) });
    const written = JSON.stringify(database.proxy.calls.map(({ input }) => input));
    expect(written.split(expiresAt)).toHaveLength(4);
    expect(await suite.rollouts.find('spring-21')).toEqual(suite.rollout);
    expect(database.proxy.calls.at(-1)?.input).toMatchObject({ ConsistentRead: true });
    expect(await suite.rollouts.findChunks(suite.rollout, [0, 1])).toEqual(chunked(SNS));
    expect(database.proxy.calls.at(-1)?.input['RequestItems']).toMatchObject({
      [suite.tables.name]: { ConsistentRead: true },
    });
    expect(await suite.rollouts.active()).toEqual(['spring-21']);
  });

  test('is read as it was written, whatever has happened to it', async () => {
    const counts = Object.fromEntries(MEMBER_STATES.map((state, index) => [state, index + 1])) as Rollout['counts'];
    const [at, resumedFrom] = [NOW.toISOString(), 7];
    const changed = { changedBy: 'bob', changedAt: at, nextWaveAt: at, resumedAt: at, resumedFrom };
    const rollout = rolloutOf({ counts, total: 55, cursor: 54, waves: [{ devices: 55, openedAt: at }], ...changed });
    for (const each of [rollout, rolloutOf({ rolloutId: 'by-nobody', counts: { queued: 100 } })]) {
      await suite.rollouts.create(each, []);
      expect(await suite.rollouts.find(each.rolloutId)).toEqual(each);
    }
  });

  test('is made once: of two with one id the first stays', async () => {
    await suite.rollouts.create(suite.rollout, chunked(SNS));
    expect(await suite.rollouts.create(made(REQUEST, 'bob', NOW), chunked(SNS))).toBe('exists');
    expect(await suite.rollouts.find('spring-21')).toEqual(suite.rollout);
  });

  test.each([0, 1])('is not made when there is time for %i writes alone', async (writes) => {
    let left = writes;
    const create = suite.rollouts.create(suite.rollout, chunked(SNS), () => (left -= 1) >= 0);
    await expect(create).rejects.toThrow('making a roll-out in time');
    expect(await suite.rollouts.find('spring-21')).toBeUndefined();
  });

  test('is there once, though the reply to its making was lost', async () => {
    database.next(1, 'ExecuteStatement', afterwards('drop'));
    expect(await suite.rollouts.create(suite.rollout, chunked(SNS))).toBe('exists');
    expect(await suite.rollouts.find('spring-21')).toEqual(suite.rollout);
  });
});

describe('A change', () => {
  beforeEach(() => suite.rollouts.create(suite.rollout, chunked(SNS)));

  test('of the head, a chunk and 90 claims is written whole', async () => {
    expect(await suite.rollouts.change(change(90))).toEqual({ kind: 'written' });
    const { after, chunks } = change(90);
    expect(await suite.rollouts.find('spring-21')).toEqual(after);
    expect(await suite.rollouts.findChunks(after, [0])).toEqual([chunks[0]?.after]);
    const records = await suite.tables.ports.upgrades.describeMany(SNS);
    expect(records.size).toBe(90);
    expect(records.get('SN0')).toMatchObject({ requestKey: 'rollout:spring-21', decidedAt: suite.rollout.createdAt });
  });

  test('is written once, though its reply is lost', async () => {
    database.next(1, 'ExecuteTransaction', afterwards('drop'));
    expect(await suite.rollouts.change(change(2))).toEqual({ kind: 'written' });
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['a pause', (id) => suite.rollouts.pause(id, BY)],
    ['a cancel', (id) => suite.rollouts.cancel(id, BY)],
    ['another change', () => suite.rollouts.change(change(0, { claims: [] }))],
  ])('starts nothing after %s', async (_, stop) => {
    await stop('spring-21');
    expect(await suite.rollouts.change(change(90))).toMatchObject({ kind: 'superseded' });
    expect((await suite.tables.ports.upgrades.describeMany(SNS)).size).toBe(0);
  });

  test('starts nothing while the roll-out is paused, even by its revision', async () => {
    await suite.rollouts.pause('spring-21', BY);
    const paused = await suite.rollouts.find('spring-21');
    if (paused === undefined) throw new Error('it is gone');
    const { after } = change(1);
    const stale = change(1, { before: paused, after: { ...after, revision: paused.revision + 1 } });
    expect(await suite.rollouts.change(stale)).toMatchObject({ kind: 'superseded' });
  });

  test('that starts nothing is written while the roll-out is paused: what is under way goes on to end', async () => {
    await suite.rollouts.pause('spring-21', BY);
    const paused = await suite.rollouts.find('spring-21');
    if (paused === undefined) throw new Error('it is gone');
    const seen = { before: paused, after: { ...paused, revision: paused.revision + 1 }, chunks: [], claims: [] };
    expect(await suite.rollouts.change(seen)).toEqual({ kind: 'written' });
  });

  test('is refused whole by the devices that others have taken, and tells which', async () => {
    const taken = claims(90).slice(3, 5);
    for (const claim of taken) await suite.tables.claim(claim);
    expect(await suite.rollouts.change(change(90))).toEqual({ kind: 'refused', sns: new Set(['SN3', 'SN4']) });
    expect(database.logged).toEqual([]);
    expect((await suite.tables.ports.upgrades.describeMany(SNS)).size).toBe(2);
    expect(await suite.rollouts.find('spring-21')).toEqual(suite.rollout);
  });

  test('is not written over a chunk that a foreign hand has changed', async () => {
    const part = `${suite.rollout.membersId}#00000`;
    await suite.set(part, 'letters', 's'.repeat(90));
    expect(await suite.rollouts.change(change(2))).toMatchObject({ kind: 'superseded' });
  });

  test('that names an item twice can never be written', async () => {
    const [first] = claims(1);
    const twice = first === undefined ? [] : [first, first];
    expect(await suite.rollouts.change(change(1, { claims: twice }))).toEqual({ kind: 'impossible' });
  });

  test.each<[string, string[], ChangeOutcome, object[]]>([
    [
      'a device whose record cannot be written',
      ['None', 'None', ODD],
      { kind: 'refused', sns: new Set(['SN0']) },
      [NOT_TAKEN],
    ],
    ['another at the same time', ['None', 'None', 'TransactionConflict'], superseded('TransactionConflict'), []],
    ['others at its own head', ['ThrottlingError', 'None', 'None'], superseded('ThrottlingError'), []],
    ['both', ['ThrottlingError', 'None', 'TransactionConflict'], superseded('ThrottlingError TransactionConflict'), []],
    ['its own form', ['None', ODD, 'None'], { kind: 'impossible' }, [unanswered('None ValidationError')]],
  ])('that is not made because of %s is told as such', async (_what, codes, outcome, lines) => {
    database.next(1, 'ExecuteTransaction', cancelled(codes.map((Code) => ({ Code }))));
    expect(await suite.rollouts.change(change(1))).toEqual(outcome);
    expect(database.logged).toMatchObject(lines);
  });

  test('that is denied is to be made again, with a line of log', async () => {
    database.next(1, 'ExecuteTransaction', instead(databaseError('AccessDeniedException')));
    expect(await suite.rollouts.change(change(1))).toMatchObject({ kind: 'superseded' });
    expect(database.logged).toMatchObject([unanswered('AccessDeniedException')]);
  });
});
