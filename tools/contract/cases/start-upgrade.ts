import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody } from '../requests.ts';
import { check, NO_ROUTE, quick, refused, rule, told, type Case, type Subject } from './case.ts';
import { refusalCases, SESSION_READ, startRefusalCases, TOO_LARGE, TOO_MANY } from './refusals.ts';

const OPERATION = 'start-upgrade';
const PATH = '/sc_cloud/upgrade/start';

/** Bodies that break the schema. None names a registered device, in case a stage accepts one. */
const BROKEN: readonly (readonly [what: string, body: string])[] = [
  ['no fields', '{}'],
  ['no firmware', `{"sn":["${NO_DEVICE}"]}`],
  ['no serial numbers', '{"firmware-id":21}'],
  ['a serial number outside a list', `{"sn":"${NO_DEVICE}","firmware-id":21}`],
  ['a number among the serial numbers', `{"sn":["${NO_DEVICE}",1],"firmware-id":21}`],
  ['a firmware in quotes', `{"sn":["${NO_DEVICE}"],"firmware-id":"21"}`],
  ['a fraction for a firmware', `{"sn":["${NO_DEVICE}"],"firmware-id":21.5}`],
  ['a request for a trial', `{"sn":["${NO_DEVICE}"],"firmware-id":21,"dry-run":true}`],
  ['a firmware beyond what a double holds exactly', `{"sn":["${NO_DEVICE}"],"firmware-id":9007199254740992}`],
  ['firmware 0', `{"sn":["${NO_DEVICE}"],"firmware-id":0}`],
  ['a list', '[]'],
  ['null', 'null'],
];

/** The start of upgrades. Only the last of the cases start one. */
export function startUpgradeCases(subject: Subject): readonly Case[] {
  return [
    ...refusalCases(OPERATION, subject),
    ...startRefusalCases(OPERATION, subject),
    ...routeCases(subject),
    ...sessionCases(subject),
    ...bodyCases(subject),
    ...orderCases(subject),
    ...startedCases(subject),
  ];
}

function routeCases({ admin, firmwareId }: Subject): readonly Case[] {
  const request = upgrade(OPERATION, upgradeBody(NO_DEVICE, firmwareId), admin);
  const typed = (type: string) => ({ ...request, headers: { ...request.headers, 'content-type': type } });
  const others = [`${PATH}/`, '/sc_cloud/upgrade', '/SC_CLOUD/upgrade/start', `/x${PATH}`];
  const accepted = ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json'];
  const gzip = { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } };
  return [
    ...rule(
      'start-upgrade answers POST at {base_url}/sc_cloud/upgrade/start, and nothing else',
      ['admin', 'firmwareId'],
      check('GET is not found', { method: 'GET', path: PATH, headers: {} }, NO_ROUTE),
      ...others.map((path) => check(`Not found: ${path}`, { ...request, path }, NO_ROUTE)),
    ),
    ...rule(
      'The content type is application/json, and the body is not compressed',
      ['admin', 'firmwareId'],
      ...accepted.map((type) => check(`Accepted: ${type}`, typed(type), told([NO_DEVICE, 16]))),
      check('Refused: a form', typed('application/x-www-form-urlencoded'), refused(415, 9)),
      check('Refused: a compressed body', gzip, refused(415, 9)),
    ),
  ];
}

function sessionCases({ admin }: Subject): readonly Case[] {
  const [sid, uid] = [encodeURIComponent(admin.sid), encodeURIComponent(admin.uid)];
  const by = (cookie: string) => upgrade(OPERATION, '{}', undefined, { cookie });
  const none = (what: string, cookie: string, calls?: readonly string[]) =>
    check(`Refused: ${what}`, by(cookie), refused(401, 37), calls && { calls });
  // The answer to missing fields shows that the administrator was let in; it starts nothing.
  const letIn = (name: string, cookie: string) => check(name, by(cookie), refused(400, 7));
  return [
    ...rule(
      'A session is the cookies cloud-sid and cloud-uid, of a user who is logged in',
      ['admin'],
      none('cloud-sid alone', `cloud-sid=${sid}`),
      none('cloud-uid alone', `cloud-uid=${uid}`),
      none('a session id that is too long', `cloud-sid=${'x'.repeat(257)}; cloud-uid=${uid}`, []),
      none('the name of another user', `cloud-sid=${sid}; cloud-uid=${uid}x`, SESSION_READ),
      none('a cookie name in upper case', `Cloud-Sid=${sid}; cloud-uid=${uid}`),
    ),
    ...rule(
      'Of a cookie sent twice the first counts, and quotes around a value are not part of it',
      ['admin'],
      letIn('A second cloud-sid is ignored', `cloud-sid=${sid}; cloud-uid=${uid}; cloud-sid=no-such-session`),
      letIn('Quotes are removed', `cloud-sid="${sid}"; cloud-uid="${uid}"`),
    ),
  ];
}

function bodyCases({ admin, firmwareId }: Subject): readonly Case[] {
  const post = (body: string | Uint8Array<ArrayBuffer>) => upgrade(OPERATION, body, admin);
  const refusal = (code: number, what: string, body: string | Uint8Array<ArrayBuffer>) =>
    check(`Refused: ${what}`, post(body), refused(400, code));
  const id = String(firmwareId);
  const odd = ['no device ', '', '../etc', 'x'.repeat(65)];
  const [one, other] = [NO_DEVICE, `${NO_DEVICE}.2`];
  return [
    ...rule(
      'sn is a list of serial numbers, firmware-id an integer, and both are required',
      ['admin'],
      ...BROKEN.map(([what, body]) => refusal(7, what, body)),
    ),
    ...rule(
      'The body is JSON in UTF-8',
      ['admin'],
      refusal(21, 'no body', ''),
      refusal(21, 'bytes that are not UTF-8', Uint8Array.of(0xff)),
    ),
    ...rule(
      'Every other form of a valid body is accepted',
      ['admin', 'firmwareId'],
      check('A number with a decimal point', post(`{"sn":["${one}"],"firmware-id":${id}.0}`), told([one, 16])),
      check('An unknown field', post(`{"sn":["${one}"],"firmware-id":${id},"note":1}`), told([one, 16])),
    ),
    ...rule(
      'details has one entry for each requested serial number, in the order of the request, with a code of its own',
      ['admin', 'firmwareId'],
      check('Duplicates count once', post(upgradeBody([other, one, other], firmwareId)), told([other, 16], [one, 16])),
      check(
        'A text that cannot be a serial number is a device that does not exist',
        post(upgradeBody([one, ...odd], firmwareId)),
        told(...[one, ...odd].map((sn) => [sn, 16] as const)),
      ),
    ),
  ];
}

function orderCases({ admin, user }: Subject): readonly Case[] {
  const text = { 'content-type': 'text/plain' };
  const thousand = TOO_MANY.slice(1).map((sn, index) => `${sn}.${String(index)}`);
  const calls = [...Array<string>(20).fill('BatchGetItem'), 'GetItem', 'GetItem'];
  const post = (body: string, headers = {}) => upgrade(OPERATION, body, admin, headers);
  return [
    ...rule(
      'A request with several errors is told the first of a fixed order',
      ['admin'],
      check('Missing rights before the content type', upgrade(OPERATION, '{"sn":', user, text), refused(403, 31), {
        needs: ['user'],
      }),
      check('The content type before the body', post('{"sn":', text), refused(415, 9)),
      check('The schema before the number of devices', post(upgradeBody(TOO_MANY, 0)), refused(400, 7)),
      check('The number of devices before the firmware', post(upgradeBody(TOO_MANY, NO_FIRMWARE)), refused(400, 17)),
    ),
    ...rule(
      'A request has at most 1,000 serial numbers and a body of at most 256 KiB',
      ['admin'],
      check('1,000 are read', post(upgradeBody(thousand, NO_FIRMWARE)), refused(404, 16, ...thousand), { calls }),
      check('256 KiB are read', post(TOO_LARGE.slice(1)), refused(400, 21)),
    ),
  ];
}

function startedCases({ admin, sn, firmwareId }: Subject): readonly Case[] {
  const post = (...sns: readonly string[]) => upgrade(OPERATION, upgradeBody(sns, firmwareId), admin);
  return rule(
    'A detail of 1 means that the same upgrade was already requested',
    ['admin', 'sn', 'firmwareId', 'start'],
    quick(check('The upgrade is started, or was already under way', post(sn), told([sn, 0, 1]))),
    quick(check('The same again is a repeat', post(sn), told([sn, 1]))),
    check('The same again with the device named twice is one repeat', post(sn, sn), told([sn, 1])),
  );
}
