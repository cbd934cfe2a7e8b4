/** The client on the local stage, where the answer to a request is lost and something happens before it is sent again. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createStreamFleetClient, type UpgradeDetail } from '../../../client/src/index.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { failed, gateway, succeeded, upgradeOf } from '../../support/reports.ts';
import { newDevice, newSession, put, stage, storedUpgrade } from '../../support/stage.ts';

const fleet = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const another = createStreamFleetClient({ baseUrl: stage.url, session: await newSession() });

afterEach(() => {
  jest.restoreAllMocks();
});

/** Of the next request the answer is lost, once this has happened. */
function loseTheNextAnswer(meanwhile: () => Promise<unknown>): void {
  const send = fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    await send(...request);
    await meanwhile();
    throw new TypeError('the answer was lost');
  });
}

const codes = ({ details }: { details: readonly UpgradeDetail[] }) => details.map(({ result }) => result);
const of = (sn: string) => ({ sn: [sn], 'firmware-id': 21 });
const cancelled = (sn: string) => another.cancelUpgrade(of(sn));
const timedOut = async (sn: string) => put('upgrades', { ...(await storedUpgrade(sn)), leaseEndsAt: 1 });

describe('A start whose answer was lost', () => {
  test.each<[string, (sn: string) => Promise<unknown>]>([
    ['succeeded', async (sn) => gateway.reportEnd(await upgradeOf(sn), succeeded)],
    ['failed', async (sn) => gateway.reportEnd(await upgradeOf(sn), failed)],
    ['timed-out', timedOut],
    ['cancelled', cancelled],
  ])(
    'is not made again although it has %s meanwhile; the next call starts the next upgrade',
    async (state, meanwhile) => {
      const sn = await newDevice();
      let first: object | undefined;
      loseTheNextAnswer(async () => {
        await meanwhile(sn);
        first = await storedUpgrade(sn);
      });
      const answer = await fleet.startUpgrade(of(sn));
      expect(codes(answer)).toEqual([1]);
      expect(await storedUpgrade(sn)).toEqual(first);
      expect((await fleet.upgradeStatus([sn])).details).toMatchObject([{ state, key: answer.key }]);
      expect(codes(await fleet.startUpgrade(of(sn), { key: answer.key }))).toEqual([1]);
      expect(codes(await fleet.startUpgrade(of(sn)))).toEqual([0]);
    },
  );

  test('is made anew after a later upgrade of somebody else that has ended too', async () => {
    const sn = await newDevice();
    loseTheNextAnswer(async () => {
      await cancelled(sn);
      expect(codes(await another.startUpgrade(of(sn)))).toEqual([0]);
      await cancelled(sn);
    });
    expect(codes(await fleet.startUpgrade(of(sn)))).toEqual([0]);
  });
});

describe('A cancel whose answer was lost, of a device that somebody else has started again meanwhile,', () => {
  test.each([
    ['by its name leaves the newer upgrade alone', true, 38, 'requested'],
    ['without a name cancels the newer one', false, 0, 'cancelled'],
  ])('%s', async (_what, isNamed, code, state) => {
    const sn = await newDevice();
    await fleet.startUpgrade(of(sn));
    const { upgradeId } = await upgradeOf(sn);
    loseTheNextAnswer(() => another.startUpgrade(of(sn)));
    expect(codes(await fleet.cancelUpgrade({ ...of(sn), ...(isNamed && { 'upgrade-id': [upgradeId] }) }))).toEqual([
      code,
    ]);
    expect(await storedUpgrade(sn)).toMatchObject({ state, requestedBy: 'ann' });
  });
});

test('Who waits with a key is told which upgrades are not of this key, and does not wait for them', async () => {
  const [mine, theirs] = [await newDevice(), await newDevice()];
  await another.startUpgrade(of(theirs));
  const { key, details } = await fleet.startUpgrade({ ...of(mine), sn: [mine, theirs] });
  expect(details.map(({ result }) => result)).toEqual([0, 1]);
  await cancelled(mine);
  const awaited = await fleet.waitForUpgrades([mine, theirs], { key });
  expect(awaited).toMatchObject({
    allEnded: true,
    details: [{ state: 'cancelled' }, { state: 'requested', isAnothers: true, 'requested-by': 'ann' }],
  });
  expect(awaited.details[0]).not.toHaveProperty('isAnothers');
});
