/** AWS does not say whether pipes escape what they put into events: the event log checks that nothing needs escaping. */
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../functions/domain/operations.ts';
import { eventsOf, setUpgrade } from '../../support/event-log.ts';
import { ask, cookies, newDevice, newSession, post, results, stage } from '../../support/stage.ts';

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

  test.each(HOSTILE)('for a user who is called %j, as upgrade-status tells, and for such a reason', async (text) => {
    const sn = await newDevice();
    const { sid } = await newSession({ userName: text });
    const cookie = cookies({ sid, uid: encodeURIComponent(text) });
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    expect(results(await post(body, { cookie }))).toEqual([0]);
    const shown = text.replaceAll(/\p{Cc}/gu, '');
    expect((await ask('upgrade-status', [sn])).body).toMatchObject({ details: [{ 'requested-by': shown }] });
    expect(results(await post(body, { cookie }, stage.url, pathOf('cancel-upgrade')))).toEqual([0]);
    expect(results(await post(body, { cookie }))).toEqual([0]);
    await setUpgrade(sn, { state: 'failed', reason: text });
    const events = await eventsOf(sn);
    const told = events.flatMap(({ detail }) => [detail['requestedBy'], detail['cancelledBy'] ?? 'nobody']);
    const names = told.map((name) => decodeURIComponent(String(name)));
    expect(names).toEqual([text, 'nobody', text, text, text, 'nobody', text, '-']);
  });
});
