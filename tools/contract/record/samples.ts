import { pathOf } from '../../../functions/domain/operations.ts';
import { list, listOf, upgrade } from '../requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { refusalsOf } from './refusals.ts';
import { HUGE, order, sample, type Sample } from './sample.ts';

const [FIRST, SECOND, THIRD] = DEMO.batch;
const FITS_NONE_OF_THEM = 41;

/**
 * Everything that the service and its gateway can answer. The order matters: a repeat comes after what it repeats, and
 * the rules for a whole request need a free device.
 */
export const samples: readonly Sample[] = [
  sample('ownDevice', 'The device that the stage names', 'List200', list('GET')),
  sample('namedDevice', 'A device whose servers are all incomplete', 'List200', listOf(FIRST, DEMO.user)),
  sample('otherPayload', 'An event that is not of payload format 2.0', 'List400', list('GET'), 'otherPayload'),
  sample('undecodablePath', 'The gateway: a path that cannot be decoded', 'List400', listOf('%E0%A4%A', DEMO.user)),
  sample('noSession', 'A named device, and no valid session', 'List401', listOf(FIRST)),
  sample('pastTheFront', 'Past what the stage has in front', 'List403', list('GET'), 'behindFront'),
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
    upgrade(JSON.stringify({ sn: [FIRST, SECOND, 'no-such-device'] }), DEMO.admin, {}, pathOf('upgrade-status')),
  ),
  ...refusalsOf('start-upgrade', ''),
  ...refusalsOf('dry-run-upgrade', 'OfDryRun'),
  ...refusalsOf('cancel-upgrade', 'OfCancel'),
  ...refusalsOf('upgrade-status', 'OfStatus'),
];
