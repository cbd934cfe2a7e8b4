/** The client on the local stage, also where an answer is lost and the upgrade fails before the request is sent again. */
import { expect, jest, test } from '@jest/globals';
import { createStreamFleetClient, type StatusDetail, type UpgradeDetail } from '../../../client/src/index.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { failed, gateway, succeeded, upgradeOf } from '../../support/reports.ts';
import { newDevice, newDevices, newSession, stage, storedUpgrade } from '../../support/stage.ts';

const fleet = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const codes = ({ details }: { details: readonly UpgradeDetail[] }) => details.map(({ result }) => result);

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

test('A start whose answer was lost is not made again although it has failed meanwhile; the next call starts the next upgrade', async () => {
  const sn = await newDevice();
  const of = { sn: [sn], 'firmware-id': 21 };
  const send = fetch;
  let first: object | undefined;
  const lost = jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    await send(...request);
    await gateway.reportEnd(await upgradeOf(sn), failed);
    first = await storedUpgrade(sn);
    throw new TypeError('the answer was lost');
  });
  const answer = await fleet.startUpgrade(of);
  lost.mockRestore();
  expect(codes(answer)).toEqual([1]);
  expect(await storedUpgrade(sn)).toEqual(first);
  expect((await fleet.upgradeStatus([sn])).details).toMatchObject([{ state: 'failed', key: answer.key }]);
  expect(codes(await fleet.startUpgrade(of, { key: answer.key }))).toEqual([1]);
  expect(codes(await fleet.startUpgrade(of))).toEqual([0]);
});
