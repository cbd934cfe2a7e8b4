/** The client on the local stage. */
import { expect, test } from '@jest/globals';
import {
  createStreamFleetClient,
  type RefusalError,
  type StatusDetail,
  type UpgradeDetail,
} from '../../../client/src/index.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { gateway, succeeded, upgradeOf } from '../../support/reports.ts';
import { newDevice, newDevices, newSession, stage } from '../../support/stage.ts';

const fleet = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });

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
  const codes = ({ details }: { details: readonly UpgradeDetail[] }) => details.map(({ result }) => result);
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
