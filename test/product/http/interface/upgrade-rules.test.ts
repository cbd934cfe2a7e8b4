/** The interface, row by row and rule by rule, over HTTP on the running stage: one test for each, named after it. Here: sections 4.2, 5 and 7. */
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import {
  cookies,
  list,
  listOf,
  newDevice,
  newDevices,
  post,
  request,
  results,
  storedUpgrade,
  upgrade,
  UPGRADE_PATH,
} from '../../../support/stage.ts';

describe('4.2 start-upgrade', () => {
  test('the method is POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect((await request(UPGRADE_PATH, { method, headers: { cookie: cookies() } })).status).toBe(404);
    }
  });

  test('the path is {base_url}/sc_cloud/upgrade/start, and no other', async () => {
    const body = JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 });
    const headers = { 'content-type': 'application/json', cookie: cookies() };
    for (const path of [`${UPGRADE_PATH}/`, '/sc_cloud/upgrade', '/SC_CLOUD/upgrade/start', `/x${UPGRADE_PATH}`]) {
      expect((await request(path, { method: 'POST', body, headers })).status).toBe(404);
    }
  });

  test('request header: Content-Type is application/json', async () => {
    const body = JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 });
    expect((await post(body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(body, { 'content-type': 'application/json' })).status).toBe(200);
  });

  test('request cookies are cloud-sid and cloud-uid', async () => {
    expect((await post('{}', { cookie: `cloud-sid=${DEMO.admin.sid}` })).status).toBe(401);
    expect((await post('{}', { cookie: `cloud-uid=${DEMO.admin.uid}` })).status).toBe(401);
  });

  test('response header: Content-Type is application/json; charset=UTF-8, on refusals too', async () => {
    const replies = [
      await upgrade([await newDevice()]),
      await post('no json'),
      await post('{}', { cookie: '' }),
      await list(),
    ];
    for (const { headers } of replies) expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
  });

  test('rule 1: the target firmware must be available in the cloud before the call', async () => {
    const sn = await newDevice();
    const details = (result: number) => [{ sn, result }];
    for (const id of [DEMO.uploadingFirmwareId, DEMO.withdrawnFirmwareId]) {
      expect(await upgrade([sn], id)).toMatchObject({ status: 409, body: { result: 38, details: details(38) } });
    }
    expect(await upgrade([sn], 987_654)).toMatchObject({ status: 404, body: { result: 16, details: details(16) } });
    expect(await storedUpgrade(sn)).toBeUndefined();
  });

  test.each(['familyId', 'modelId', 'hardwareVersion'])(
    'rule 2: all devices of a batch have the same %s',
    async (field) => {
      const [one = ''] = await newDevices(1);
      const odd = await newDevice({ [field]: field === 'hardwareVersion' ? '9.9' : 99 });
      expect(await upgrade([one, odd])).toMatchObject({
        status: 409,
        body: {
          result: 41,
          details: [
            { sn: one, result: 41 },
            { sn: odd, result: 41 },
          ],
        },
      });
      expect(await storedUpgrade(one)).toBeUndefined();
    },
  );

  test('rule 3: only users with administrative rights may call it', async () => {
    const reply = await post('{}', { cookie: cookies(DEMO.user) });
    expect([reply.status, reply.body]).toEqual([403, { result: 31, method: 'start-upgrade', details: [] }]);
  });

  test('rule 4: the response carries one details entry per requested SN, each with its own result code', async () => {
    const [fresh = '', started = ''] = await newDevices(2);
    await upgrade([started]);
    expect((await upgrade([started, 'T-unknown', fresh])).body.details).toEqual([
      { sn: started, result: 1 },
      { sn: 'T-unknown', result: 16 },
      { sn: fresh, result: 0 },
    ]);
    const bad = ['bad serial ', '', '../etc', 'x'.repeat(65)];
    const others = bad.map((sn) => ({ sn, result: 16 }));
    expect((await upgrade([started, ...bad])).body.details).toEqual([{ sn: started, result: 1 }, ...others]);
  });

  test('rule 5: a detail result of 1 means the same operation was already requested', async () => {
    const sn = await newDevice();
    const codes = [];
    for (const firmwareId of [21, 21, 21, 22]) codes.push(...results(await upgrade([sn], firmwareId)));
    expect(codes).toEqual([0, 1, 1, 11]);
  });
});

describe('5 Authentication', () => {
  test('cloud-sid identifies the logged-in session', async () => {
    expect((await post('{}', { cookie: cookies({ ...DEMO.admin, sid: 'guess' }) })).status).toBe(401);
  });

  test('cloud-uid is the name of the logged-in user', async () => {
    expect((await post('{}', { cookie: cookies({ ...DEMO.admin, uid: DEMO.user.uid }) })).status).toBe(401);
  });

  test('a session that has ended does not count', async () => {
    expect((await post('{}', { cookie: cookies(DEMO.expired) })).status).toBe(401);
  });

  test('the list of a named device asks for any session', async () => {
    expect((await listOf(DEMO.batch[0], { sid: '', uid: '' })).body).toEqual({
      status: 37,
      message: 'NOT_LOGGED_IN',
      totalCount: 0,
      serverList: [],
    });
    expect((await listOf(DEMO.batch[0], DEMO.user)).status).toBe(200);
  });
});

describe('7 Errors', () => {
  test('HTTP 200 and top-level code 0 go together, always', async () => {
    const sn = await newDevice();
    const replies = [
      await upgrade([sn]),
      await upgrade([sn], 22),
      await upgrade(['T-unknown']),
      await upgrade([sn], 987_654),
      await post('no json'),
      await post('{}', { cookie: '' }),
      await list(),
      await listOf('T-unknown'),
    ];
    for (const { status, body } of replies) expect(status === 200).toBe((body.result ?? body.status) === 0);
  });

  test('a list that is refused has no entries', async () => {
    expect(await listOf('T-unknown')).toMatchObject({
      status: 404,
      body: { status: 16, message: 'NOT_EXIST', totalCount: 0, serverList: [] },
    });
  });
});
