import { upgrade } from '../../operate/http-checks/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { NAMED_STAGES } from '../../../infra/stages.ts';
import type { GatewayName, Sample } from './sample.ts';

const [FIRST, SECOND, THIRD] = DEMO.batch;
const OTHER_PRODUCT = 'A302190930007';
const FITS_NONE_OF_THEM = 41;

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.dev;
const TOO_MANY = Array.from({ length: maxBatchSize + 1 }, () => FIRST);
const TOO_LARGE = ' '.repeat(maxBodyBytes + 1);
const HUGE = ' '.repeat(10 * 1024 * 1024 + 1);

/** What start-upgrade can answer. In an order: a repeat comes after what it repeats. */
export const upgradeSamples: readonly Sample[] = [
  sample('started', 'Started on both devices', 'Upgrade200', order([FIRST, SECOND])),
  sample('repeat', 'The same again: under way already', 'Upgrade200', order([FIRST, SECOND])),
  sample(
    'eachOnItsOwn',
    'Busy, started, offline, unknown: each device is judged on its own',
    'Upgrade200',
    order([FIRST, THIRD, DEMO.offlineDevice, 'no-such-device'], DEMO.otherFirmwareId),
  ),
  sample('wrongProduct', 'The firmware is for another product', 'Upgrade200', order([FIRST], FITS_NONE_OF_THEM)),
  sample('tryDevicesAgain', 'Not known to be started: ask again', 'Upgrade200', order([FIRST]), 'unreachableUpgrades'),
  sample('brokenSchema', 'No serial number', 'Upgrade400', order([])),
  sample('tooMany', 'More serial numbers than the stage allows', 'Upgrade400', order(TOO_MANY)),
  sample('noJson', 'The body is not JSON', 'Upgrade400', upgrade('{"sn":', DEMO.admin)),
  sample('noUpgradeSession', 'No session that counts', 'Upgrade401', upgrade('{}', DEMO.expired)),
  sample('noAdministrator', 'The user is not an administrator', 'Upgrade403', upgrade('{}', DEMO.user)),
  sample('unknownFirmware', 'The firmware is unknown', 'Upgrade404', order([FIRST, SECOND], 99)),
  sample('withdrawn', 'The firmware was withdrawn', 'Upgrade409', order([FIRST], DEMO.withdrawnFirmwareId)),
  sample('differentProducts', 'The devices differ', 'Upgrade409', order([FIRST, OTHER_PRODUCT])),
  sample('tooLarge', 'The body is over the limit', 'Upgrade413', upgrade(TOO_LARGE, DEMO.admin)),
  sample('hugeUpgradeBody', 'The gateway: a body over 10 MiB', 'Upgrade413', upgrade(HUGE, DEMO.admin)),
  sample('noJsonType', 'The content type is not JSON', 'Upgrade415', {
    ...order([FIRST]),
    headers: { ...order([FIRST]).headers, 'content-type': 'text/plain' },
  }),
  sample('unforeseenInUpgrade', 'Unforeseen', 'Upgrade500', order([FIRST]), 'noSettings'),
  sample('brokenUpgradeFunction', 'The gateway: the function broke', 'Upgrade500', order([FIRST]), 'brokenFunction'),
  sample('upgradeTryAgain', 'A table does not answer', 'Upgrade503', order([FIRST]), 'unreachableTables'),
];

function order(sn: readonly string[], firmwareId: number = DEMO.firmwareId): Sample['request'] {
  return upgrade(JSON.stringify({ sn, 'firmware-id': firmwareId }), DEMO.admin);
}

function sample(
  name: string,
  summary: string,
  response: Sample['response'],
  request: Sample['request'],
  gateway: GatewayName = 'well',
): Sample {
  return { name, summary, response, request, gateway };
}
