import { NAMED_STAGES } from '../../../infra/stages.ts';
import { UPGRADE_PATHS, type UpgradeOperation } from '../../../functions/upgrade/routes.ts';
import type { CheckRequest } from '../../operate/http-checks/check.ts';
import { list, listOf, upgrade, upgradeBody } from '../../operate/http-checks/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';

/** What is asked: one stage that is well, or one with a fault. */
export type StageName =
  'well' | 'unreachableTables' | 'refusedWrites' | 'noSettings' | 'brokenFunction' | 'otherPayload';

/** One request to be recorded, and where its answer belongs. */
export interface Sample {
  /** Unique; the example's name in the document. */
  readonly name: string;
  /** One line for readers. */
  readonly summary: string;
  /** Name of the response in the document: an operation and an HTTP status. */
  readonly response: `${'List' | 'Upgrade' | 'Status' | 'Cancel' | 'DryRun'}${number}`;
  readonly request: CheckRequest;
  readonly stage: StageName;
}

const [FIRST, SECOND, THIRD] = DEMO.batch;
const FITS_NONE_OF_THEM = 41;

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.dev;
const TOO_MANY = Array.from({ length: maxBatchSize + 1 }, () => FIRST);
const TOO_LARGE = ' '.repeat(maxBodyBytes + 1);

/** A body over the gateway's own limit, which is 10 MiB. */
const HUGE = ' '.repeat(10 * 1024 * 1024 + 1);

const plainText = { 'content-type': 'text/plain' };

/** All that the service and its gateway can answer. The order matters: a repeat comes after what it repeats, and the rules of a whole request need a device that is free. */
export const samples: readonly Sample[] = [
  sample('ownDevice', 'The device that the stage names', 'List200', list('GET')),
  sample('namedDevice', 'A device whose servers are all incomplete', 'List200', listOf(FIRST, DEMO.user)),
  sample('otherPayload', 'An event that is not of payload format 2.0', 'List400', list('GET'), 'otherPayload'),
  sample('undecodablePath', 'The gateway: a path that cannot be decoded', 'List400', listOf('%E0%A4%A', DEMO.user)),
  sample('noSession', 'A named device, and no valid session', 'List401', listOf(FIRST)),
  sample('unknownDevice', 'The device is not registered', 'List404', listOf('no-such-device', DEMO.user)),
  sample('noRoute', 'The gateway: a slash in the serial number', 'List404', listOf('A%2F1', DEMO.user)),
  sample('hugeListBody', 'The gateway: a body over 10 MiB', 'List413', { ...list('POST'), body: HUGE }),
  sample('unforeseenInList', 'Unforeseen', 'List500', list('GET'), 'noSettings'),
  sample('brokenListFunction', 'The gateway: the function broke', 'List500', list('GET'), 'brokenFunction'),
  sample('listTryAgain', 'A table does not answer', 'List503', list('GET'), 'unreachableTables'),

  sample(
    'wouldStart',
    'Would be started, is offline, is unknown',
    'DryRun200',
    order([FIRST, DEMO.offlineDevice, 'no-such-device'], DEMO.firmwareId, 'dry-run-upgrade'),
  ),
  sample('started', 'Started on both devices', 'Upgrade200', order([FIRST, SECOND])),
  sample('repeat', 'The same again: already under way', 'Upgrade200', order([FIRST, SECOND])),
  sample(
    'eachOnItsOwn',
    'Busy, started, offline, unknown: each device is judged on its own',
    'Upgrade200',
    order([FIRST, THIRD, DEMO.offlineDevice, 'no-such-device'], DEMO.otherFirmwareId),
  ),
  sample(
    'wrongProduct',
    'The firmware is for another product',
    'Upgrade200',
    order([DEMO.spareDevice], FITS_NONE_OF_THEM),
  ),
  sample(
    'tryDevicesAgain',
    'Not known to be started: ask again',
    'Upgrade200',
    order([DEMO.spareDevice]),
    'refusedWrites',
  ),
  sample(
    'cancelled',
    'Cancelled, another firmware is being installed, nothing on record',
    'Cancel200',
    order([FIRST, THIRD, 'no-such-device'], DEMO.firmwareId, 'cancel-upgrade'),
  ),
  sample(
    'cancelRepeat',
    'The same again: cancelled already',
    'Cancel200',
    order([FIRST], DEMO.firmwareId, 'cancel-upgrade'),
  ),
  sample(
    'status',
    'Cancelled, requested, nothing on record',
    'Status200',
    upgrade(JSON.stringify({ sn: [FIRST, SECOND, 'no-such-device'] }), DEMO.admin, {}, UPGRADE_PATHS['upgrade-status']),
  ),
  sample('brokenSchema', 'No serial number', 'Upgrade400', order([])),
  sample('tooMany', 'More serial numbers than the stage allows', 'Upgrade400', order(TOO_MANY)),
  sample('noJson', 'The body is not JSON', 'Upgrade400', upgrade('{"sn":', DEMO.admin)),
  sample('noUpgradeSession', 'No valid session', 'Upgrade401', upgrade('{}', DEMO.expired)),
  sample('noAdministrator', 'The user is not an administrator', 'Upgrade403', upgrade('{}', DEMO.user)),
  sample('unknownFirmware', 'The firmware is unknown', 'Upgrade404', order([DEMO.spareDevice], 99)),
  sample('withdrawn', 'The firmware was withdrawn', 'Upgrade409', order([DEMO.spareDevice], DEMO.withdrawnFirmwareId)),
  sample('differentProducts', 'The devices differ', 'Upgrade409', order([DEMO.spareDevice, DEMO.otherProduct])),
  sample('tooLarge', 'The body is over the limit', 'Upgrade413', upgrade(TOO_LARGE, DEMO.admin)),
  sample('hugeUpgradeBody', 'The gateway: a body over 10 MiB', 'Upgrade413', upgrade(HUGE, DEMO.admin)),
  sample('noJsonType', 'The content type is not JSON', 'Upgrade415', upgrade('{}', DEMO.admin, plainText)),
  sample('unforeseenInUpgrade', 'Unforeseen', 'Upgrade500', order([FIRST]), 'noSettings'),
  sample('brokenUpgradeFunction', 'The gateway: the function broke', 'Upgrade500', order([FIRST]), 'brokenFunction'),
  sample('upgradeTryAgain', 'A table does not answer', 'Upgrade503', order([FIRST]), 'unreachableTables'),
];

function order(
  sn: readonly string[],
  firmwareId: number = DEMO.firmwareId,
  operation: UpgradeOperation = 'start-upgrade',
): CheckRequest {
  return upgrade(upgradeBody(sn, firmwareId), DEMO.admin, {}, UPGRADE_PATHS[operation]);
}

function sample(
  name: string,
  summary: string,
  response: Sample['response'],
  request: CheckRequest,
  stage: StageName = 'well',
): Sample {
  return { name, summary, response, request, stage };
}
