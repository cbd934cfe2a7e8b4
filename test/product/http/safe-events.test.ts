/** AWS does not say whether pipes escape what they put into events: the event log checks that nothing needs escaping. */
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../functions/domain/operations.ts';
import { encoder } from '../../../tools/stage/demo-data/items.ts';
import { setUpgrade, eventLogOfSuite, upgradeRecord } from '../../support/event-log.ts';
import {
  ask,
  cookies,
  newDevice,
  newDevices,
  newSession,
  post,
  put,
  results,
  stage,
  upgrade,
} from '../../support/stage.ts';

const log = eventLogOfSuite();

/** Ids that no other test uses. */
let lastFirmwareId = 5_000_000_000 + process.pid * 1_000;
const newFirmwareId = () => (lastFirmwareId += 1);

const firmware = {
  ...encoder,
  ...{ version: '2.4.0', state: 'available', location: 's3://firmwares/x.bin', sizeBytes: 1, sha256: 'a'.repeat(64) },
};

describe('A pipe may escape what it puts into an event, or not: it is the same JSON', () => {
  const HOSTILE = [
    `quotes "and" 'more'`,
    String.raw`CORP\ann, \" and \u0041`,
    'line\nbreak\t\r\u0000\u0085\u2028',
    'Ünïcödé 名前 🎥 100 % %22',
    '<$.dynamodb.NewImage.claimToken.S>',
    '","claimToken":"',
    '-',
  ];

  test.each(HOSTILE)('for a user who is called %j, and who is told so by upgrade-status', async (uid) => {
    const sn = await newDevice();
    const { sid } = await newSession({ userName: uid });
    const cookie = cookies({ sid, uid: encodeURIComponent(uid) });
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    expect(results(await post(body, { cookie }))).toEqual([0]);
    const shown = uid.replaceAll(/\p{Cc}/gu, '');
    expect((await ask('upgrade-status', [sn])).body).toMatchObject({ details: [{ 'requested-by': shown }] });
    expect(results(await post(body, { cookie }, stage.url, pathOf('cancel-upgrade')))).toEqual([0]);
    const [requested, finished] = await log.of(sn);
    const told = [requested?.detail['requestedBy'], finished?.detail['requestedBy'], finished?.detail['cancelledBy']];
    expect(told.map((name) => decodeURIComponent(String(name)))).toEqual([uid, uid, uid]);
  });

  test.each(HOSTILE)('for a reason %j, and no firmware of such a version or location is started', async (text) => {
    const [ended = '', never = ''] = await newDevices(2);
    await put('upgrades', upgradeRecord(ended));
    await setUpgrade(ended, { state: 'failed', reason: text });
    for (const hostile of [{ version: `2.4"${text}` }, { location: `s3://firmwares/${text} .bin` }]) {
      const firmwareId = newFirmwareId();
      await put('firmwares', { ...firmware, firmwareId, ...hostile });
      expect(results(await upgrade([never], firmwareId))).toEqual([38]);
    }
    expect(await log.typesOf(ended)).toEqual(['UpgradeRequested', 'UpgradeFinished']);
    expect(await log.typesOf(never)).toEqual([]);
  });
});
