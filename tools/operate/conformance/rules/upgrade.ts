import type { Check } from '../../http-checks/check.ts';
import { allTold, noRoute, upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE } from '../../http-checks/nothing.ts';
import { upgrade, upgradeBody, UPGRADE_PATH } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** Interface 4.2, as far as it can be seen without starting anything. */
export function upgradeRules(subject: Subject): readonly Rule[] {
  const { admin, firmwareId } = subject;
  const body = upgradeBody(NO_DEVICE, firmwareId);
  const sns = [`${NO_DEVICE}.2`, NO_DEVICE, `${NO_DEVICE}.2`];
  return [
    {
      title: '4.2 The method is POST, the path {base_url}/sc_cloud/upgrade/start and no other',
      checks: [
        {
          name: 'GET is no route',
          request: { method: 'GET', path: UPGRADE_PATH, headers: {} },
          expectation: [noRoute],
        },
        {
          name: 'A trailing slash is no route',
          request: { ...upgrade(body, admin), path: `${UPGRADE_PATH}/` },
          expectation: [noRoute],
        },
      ],
    },
    contentTypes(subject, body),
    {
      title: '4.2 rule 1: the firmware must be available before the call',
      checks: [
        {
          name: 'Refused: an unknown firmware',
          request: upgrade(upgradeBody(NO_DEVICE, NO_FIRMWARE), admin),
          expectation: [upgradeRefused(404, 16, NO_DEVICE)],
        },
        ...unavailable(subject),
      ],
    },
    {
      title: '4.2 rule 4: one details entry per requested serial number, each with its own code',
      checks: [
        {
          name: 'In the order of the request, and one that stands twice once',
          request: upgrade(upgradeBody(sns, firmwareId), admin),
          expectation: [allTold(16, `${NO_DEVICE}.2`, NO_DEVICE)],
        },
      ],
    },
  ];
}

function unavailable({ admin, unavailableFirmwareId }: Subject): readonly Check[] {
  if (unavailableFirmwareId === undefined) return [];
  return [
    {
      name: 'Refused: a firmware that is not available',
      request: upgrade(upgradeBody(NO_DEVICE, unavailableFirmwareId), admin),
      expectation: [upgradeRefused(409, 38, NO_DEVICE)],
    },
  ];
}

function contentTypes({ admin }: Subject, body: string): Rule {
  const accepted = (type: string): Check => ({
    name: `Accepted: ${type}`,
    request: upgrade(body, admin, { 'content-type': type }),
    expectation: [allTold(16, NO_DEVICE)],
  });
  const refused = (name: string, headers: Record<string, string>): Check => ({
    name: `Refused: ${name}`,
    request: upgrade(body, admin, headers),
    expectation: [upgradeRefused(415, 9)],
  });
  return {
    title: '4.2 Content-Type is application/json',
    checks: [
      accepted('application/json'),
      accepted('Application/JSON; charset=utf-8'),
      accepted('application/merge-patch+json'),
      refused('text/plain', { 'content-type': 'text/plain' }),
      refused('a form', { 'content-type': 'application/x-www-form-urlencoded' }),
      refused('a compressed body', { 'content-encoding': 'gzip' }),
    ],
  };
}
