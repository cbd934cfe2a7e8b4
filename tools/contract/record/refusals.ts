import { NAMED_STAGES } from '../../../infra/stages.ts';
import { pathOf, type UpgradeOperation } from '../../../functions/domain/operations.ts';
import type { Session } from '../requests.ts';
import { upgrade } from '../requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { HUGE, order, sample, type Sample } from './sample.ts';

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.dev;
const TOO_MANY = Array.from({ length: maxBatchSize + 1 }, () => DEMO.batch[0]);
const TOO_LARGE = ' '.repeat(maxBodyBytes + 1);

/** All refusals of an operation of the upgrade function; `suffix` makes their names unique. */
export function refusalsOf(operation: UpgradeOperation, suffix: string): readonly Sample[] {
  const path = pathOf(operation);
  const post = (body: string, headers = {}) => upgrade(body, DEMO.admin, headers, path);
  const by = (session: Session) => upgrade('{}', session, {}, path);
  const one = order([DEMO.spareDevice], DEMO.firmwareId, operation);
  const ofFirmware = (firmwareId: number, sns: readonly string[] = [DEMO.spareDevice]) =>
    order(sns, firmwareId, operation);
  const ofAll = [
    ['brokenSchema', 'No serial number', 'Upgrade400', order([], DEMO.firmwareId, operation)],
    ['tooMany', 'More serial numbers than the stage allows', 'Upgrade400', order(TOO_MANY, DEMO.firmwareId, operation)],
    ['noJson', 'The body is not JSON', 'Upgrade400', post('{"sn":')],
    ['noUpgradeSession', 'No valid session', 'Upgrade401', by(DEMO.expired)],
    ['noAdministrator', 'The user is not an administrator', 'Upgrade403', by(DEMO.user)],
    ['tooLarge', 'The body is over the limit', 'Upgrade413', post(TOO_LARGE)],
    ['hugeUpgradeBody', 'The gateway: a body over 10 MiB', 'Upgrade413', post(HUGE)],
    ['noJsonType', 'The content type is not JSON', 'Upgrade415', post('{}', { 'content-type': 'text/plain' })],
    ['noCoding', '`Content-Encoding` with a character set', 'Upgrade415', post('{}', { 'content-encoding': 'utf-8' })],
    ['unforeseenInUpgrade', 'Unforeseen', 'Upgrade500', one, 'noSettings'],
    ['brokenUpgradeFunction', 'The gateway: the function broke', 'Upgrade500', one, 'brokenFunction'],
    ['upgradeTryAgain', 'A table does not answer', 'Upgrade503', one, 'unreachableTables'],
  ] as const;
  const ofStarts = [
    ['unknownFirmware', 'The firmware is unknown', 'Upgrade404', ofFirmware(99)],
    ['withdrawn', 'The firmware was withdrawn', 'Upgrade409', ofFirmware(DEMO.withdrawnFirmwareId)],
    [
      'differentProducts',
      'The devices differ',
      'Upgrade409',
      ofFirmware(DEMO.firmwareId, [DEMO.spareDevice, DEMO.otherProduct]),
    ],
  ] as const;
  const starts = ['start-upgrade', 'dry-run-upgrade'].includes(operation);
  return [...ofAll, ...(starts ? ofStarts : [])].map(([name, summary, response, request, stage]) => {
    const whose = suffix === '' ? '' : `${operation}: `;
    return sample(`${name}${suffix}`, whose + summary, response, request, stage);
  });
}
