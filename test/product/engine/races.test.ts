/**
 * Races of operations through stores on the engine: who wins, and that ids sort in the order of claims, since receivers ignore
 * what is older than the newest upgrade that they know of a device. Mutation leaves this file out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, stage, storedUpgrade } from '../../support/stage.ts';
import { begin, BY_BOB, cancellationsOn, held } from '../../support/stored-upgrades.ts';
import type { Claim } from '../../../functions/domain/ports.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { cancelUpgrade } from '../../../functions/upgrade/cancel/cancel-upgrade.ts';
import { startUpgrade } from '../../../functions/upgrade/start/start-upgrade.ts';
import { between, randomFor } from '../../../tools/random.ts';
import { device, firmware21, firmware22, servicesOf } from '../../support/fakes.ts';

const database = databaseOfSuite();

const STEP_MS = 5;

test('160 times a cancellation and the first report of the device gateway race: one wins, and both tell the truth', async () => {
  const won = { cancel: 0, begin: 0 };
  /** Milliseconds by which reports set out before the cancellations; after them, if negative. */
  let ahead = 0;
  for (let round = 0; round < 16; round += 1) {
    const sns = await Promise.all(Array.from({ length: 10 }, () => held({ state: 'requested' })));
    const delay = Math.max(-ahead, 0);
    // Reports spread over the time in which the cancellations are made.
    const reports = () => Promise.all(sns.map((sn, at) => pause(delay + 2 * at).then(() => begin(sn))));
    let begun: Promise<readonly string[]> = Promise.resolve([]);
    const outcomes = await cancellationsOn(database)(sns, BY_BOB, async () => {
      begun = reports();
      await pause(Math.max(ahead, 0));
    });
    const reported = await begun;
    const states = await Promise.all(sns.map(async (sn) => (await storedUpgrade(sn))?.['state']));
    for (const [at, state] of states.entries()) {
      const wins = state === 'cancelled' ? 'cancel' : 'begin';
      won[wins] += 1;
      const told = [outcomes[at]?.kind, reported[at], state];
      expect(told).toEqual(wins === 'cancel' ? ['written', 'stale', 'cancelled'] : ['refused', 'recorded', 'running']);
    }
    // Whoever won less sets out earlier next time: on any machine both come first at times, or it would be no race.
    ahead += won.cancel > won.begin ? STEP_MS : -STEP_MS;
  }
  expect(Math.min(won.cancel, won.begin)).toBeGreaterThan(8);
});

const HOUR_MS = 3_600_000;
const CALLER = { userName: 'ann', remainingMs: () => 25_000 };

/** Claims that were written, in no order. */
const written: Claim[] = [];

/** The operations on these devices as a host has them whose clock is wrong by so much. */
function host(sns: readonly string[], wrongByMs: () => number, beforeClaims = () => Promise.resolve()) {
  const upgrades = upgradesIn(stage.tables.upgrades, database.client);
  const firmwares = { 21: firmware21, 22: firmware22 };
  const services = servicesOf({ devices: sns.map((sn) => device(sn)), firmwares });
  const ofHost = {
    ...services,
    clock: () => new Date(Date.now() + wrongByMs()),
    upgrades: {
      ...upgrades,
      claim: async (claims: readonly Claim[], inTime: () => boolean) => {
        await beforeClaims();
        const settled = await upgrades.claim(claims, inTime);
        written.push(...settled.filter(({ outcome }) => outcome.kind === 'written'));
        return settled;
      },
    },
  };
  const resultsOf = async (outcome: ReturnType<typeof startUpgrade>) => [...(await outcome).results.values()];
  return {
    start: (firmwareId: number) => resultsOf(startUpgrade({ sns, firmwareId }, ofHost, CALLER)),
    cancel: (firmwareId: number) => resultsOf(cancelUpgrade({ sns, firmwareId }, ofHost, CALLER)),
  };
}

const idOf = async (sn: string) => String((await storedUpgrade(sn))?.['upgradeId']);

test('A start that was held while another was made and cancelled is newer than that one', async () => {
  const [sn = ''] = newSns(1);
  const other = host([sn], () => 0);
  let heldBack = '';
  const late = host(
    [sn],
    () => 0,
    async () => {
      if (heldBack !== '') return;
      expect([await other.start(22), await other.cancel(22)]).toEqual([['SUCCESS'], ['SUCCESS']]);
      heldBack = await idOf(sn);
    },
  );
  expect(await late.start(21)).toEqual(['SUCCESS']);
  expect(await storedUpgrade(sn)).toMatchObject({ firmwareId: 21, state: 'requested' });
  expect((await idOf(sn)) > heldBack).toBe(true);
});

test('A start by a clock that is an hour behind the last one is newer than that one', async () => {
  const [sn = ''] = newSns(1);
  let wrongByMs = 0;
  const { start, cancel } = host([sn], () => wrongByMs);
  expect([await start(21), await cancel(21)]).toEqual([['SUCCESS'], ['SUCCESS']]);
  const before = await idOf(sn);
  wrongByMs = -HOUR_MS;
  expect(await start(21)).toEqual(['SUCCESS']);
  expect((await idOf(sn)) > before).toBe(true);
});

test('100 devices on which starts and cancels race, by clocks that step, have ids in the order of their claims', async () => {
  const random = randomFor('clocks');
  const stepping = () => between(random, -HOUR_MS, HOUR_MS);
  written.length = 0;
  for (let round = 0; round < 2; round += 1) {
    const sns = newSns(50);
    const [one, two] = [host(sns, stepping), host(sns, stepping)];
    await Promise.all([one.start(21), two.start(22)]);
    await Promise.all([one.cancel(21), two.cancel(22), one.start(22), two.start(21)]);
    // However the race went, each device is free now, and the next start is made over a record.
    await Promise.all([one.cancel(21), two.cancel(22)]);
    await Promise.all([one.start(22), two.start(21)]);
  }
  const over = written.filter(({ replaced }) => replaced !== undefined);
  expect(over.filter(({ upgrade, replaced }) => upgrade.upgradeId <= String(replaced?.upgradeId))).toEqual([]);
  expect(over.length).toBeGreaterThan(50);
});
