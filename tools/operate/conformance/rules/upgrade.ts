import { check } from '../../http-checks/check.ts';
import { allTold, noRoute, upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody, UPGRADE_PATH } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** The rules of start-upgrade that can be checked without starting anything. */
export function upgradeRules({ admin, firmwareId, unavailableFirmwareId }: Subject): readonly Rule[] {
  const body = upgradeBody(NO_DEVICE, firmwareId);
  const sns = [`${NO_DEVICE}.2`, NO_DEVICE, `${NO_DEVICE}.2`];
  const accepted = (type: string) =>
    check(`Accepted: ${type}`, upgrade(body, admin, { 'content-type': type }), allTold(16, NO_DEVICE));
  const unsupported = (name: string, headers: Record<string, string>) =>
    check(`Refused: ${name}`, upgrade(body, admin, headers), upgradeRefused(415, 9));
  const noUpgrade = (name: string, firmware: number, status: number, code: number) =>
    check(
      `Refused: ${name}`,
      upgrade(upgradeBody(NO_DEVICE, firmware), admin),
      upgradeRefused(status, code, NO_DEVICE),
    );
  return [
    {
      title: 'start-upgrade answers POST at {base_url}/sc_cloud/upgrade/start, and nothing else',
      checks: [
        check('GET is not found', { method: 'GET', path: UPGRADE_PATH, headers: {} }, noRoute),
        check('A trailing slash is not found', { ...upgrade(body, admin), path: `${UPGRADE_PATH}/` }, noRoute),
      ],
    },
    {
      title: 'The content type is application/json',
      checks: [
        accepted('application/json'),
        accepted('Application/JSON; charset=utf-8'),
        accepted('application/merge-patch+json'),
        unsupported('text/plain', { 'content-type': 'text/plain' }),
        unsupported('a form', { 'content-type': 'application/x-www-form-urlencoded' }),
        unsupported('a compressed body', { 'content-encoding': 'gzip' }),
      ],
    },
    {
      title: 'The firmware must be available before the call',
      checks: [
        noUpgrade('an unknown firmware', NO_FIRMWARE, 404, 16),
        ...(unavailableFirmwareId === undefined
          ? []
          : [noUpgrade('a firmware that is not available', unavailableFirmwareId, 409, 38)]),
      ],
    },
    {
      title: 'details has one entry for each requested serial number, with a code of its own',
      checks: [
        check(
          'In the order of the request, duplicates once',
          upgrade(upgradeBody(sns, firmwareId), admin),
          allTold(16, `${NO_DEVICE}.2`, NO_DEVICE),
        ),
      ],
    },
  ];
}
