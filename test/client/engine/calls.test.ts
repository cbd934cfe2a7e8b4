/** The client on the local stage, also where an answer is lost and something happens before the request is sent again. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  createStreamFleetClient,
  type RefusalError,
  type StatusDetail,
  type UpgradeDetail,
} from '../../../client/src/index.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { failed, gateway, succeeded, upgradeOf } from '../../support/reports.ts';
import { newDevice, newDevices, newSession, stage, storedUpgrade } from '../../support/stage.ts';

const fleet = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const another = createStreamFleetClient({ baseUrl: stage.url, session: await newSession() });
const codes = ({ details }: { details: readonly UpgradeDetail[] }) => details.map(({ result }) => result);

test("Results and refusals have the gateway's request id, another each time", async () => {
  const { requestId: first } = await fleet.getStreamServersList();
  const refused = await fleet.startUpgrade({ sn: ['A1'], 'firmware-id': 9_999_999 }).catch((error: unknown) => error);
  const { requestId: second } = refused as RefusalError;
  expect([typeof first, typeof second, first === second]).toEqual(['string', 'string', false]);
});

test('It sends cookies of odd characters', async () => {
  const sid = `odd "id"; é=%41+ ${String(Date.now())}`;
  const { uid } = await newSession({ sidHash: sidHash(sid) });
  const odd = createStreamFleetClient({ baseUrl: stage.url, session: { sid, uid } });
  expect((await odd.getStreamServersList({ sn: await newDevice() })).totalCount).toBe(6);
});

test('A dry run starts nothing; a start is waited for to its end, with its progress; one that has not begun is cancelled', async () => {
  const [sn = '', idle = ''] = await newDevices(2);
  const request = { sn: [sn, idle], 'firmware-id': 21 };
  const states = ({ details }: { details: readonly StatusDetail[] }) => details.map(({ state }) => state);
  expect(codes(await fleet.dryRun(request))).toEqual([0, 0]);
  expect(codes(await fleet.upgradeStatus([sn, idle]))).toEqual([16, 16]);
  expect(codes(await fleet.startUpgrade(request))).toEqual([0, 0]);
  expect(codes(await fleet.cancelUpgrade({ ...request, sn: [idle] }))).toEqual([0]);
  const upgrade = await upgradeOf(sn);
  const rounds: (string | undefined)[][] = [];
  const ended = await fleet.waitForUpgrades([sn, idle], {
    intervalMs: 1_000,
    onProgress: (details) => {
      if (rounds.push(states({ details })) === 1) void gateway.reportEnd(upgrade, succeeded);
    },
  });
  expect([ended.allEnded, states(ended)]).toEqual([true, ['succeeded', 'cancelled']]);
  expect(rounds[0]).toEqual(['requested', 'cancelled']);
  expect(codes(await fleet.cancelUpgrade(request))).toEqual([38, 1]);
});

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

const of = (sn: string) => ({ sn: [sn], 'firmware-id': 21 });
const cancelled = (sn: string) => another.cancelUpgrade(of(sn));

describe('A start whose answer was lost', () => {
  test('is not made again although it has failed meanwhile; the next call starts the next upgrade', async () => {
    const sn = await newDevice();
    let first: object | undefined;
    loseTheNextAnswer(async () => {
      await gateway.reportEnd(await upgradeOf(sn), failed);
      first = await storedUpgrade(sn);
    });
    const answer = await fleet.startUpgrade(of(sn));
    expect(codes(answer)).toEqual([1]);
    expect(await storedUpgrade(sn)).toEqual(first);
    expect((await fleet.upgradeStatus([sn])).details).toMatchObject([{ state: 'failed', key: answer.key }]);
    expect(codes(await fleet.startUpgrade(of(sn), { key: answer.key }))).toEqual([1]);
    expect(codes(await fleet.startUpgrade(of(sn)))).toEqual([0]);
  });

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
