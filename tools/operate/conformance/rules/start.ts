import { upgradeAccepted, upgradeRefused } from '../../http-checks/expectations.ts';
import { upgrade, upgradeBody } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** The only rules that a stage can show but by starting an upgrade, or by being asked for what might start one. */
export function startRules(subject: Subject): readonly Rule[] {
  return [sameProduct(subject), repeat(subject)];
}

function sameProduct({ admin, sn, firmwareId, otherSn, start }: Subject): Rule {
  const title = '4.2 rule 2: the devices of a batch have the same family, model and hardware version';
  if (otherSn === undefined || !start) return { title, checks: [], needs: '--other-sn and --start' };
  const request = upgrade(upgradeBody([sn, otherSn], firmwareId), admin);
  const name = 'Refused: devices that differ';
  return { title, checks: [{ name, request, expectation: [upgradeRefused(409, 41, sn, otherSn)] }] };
}

function repeat({ admin, sn, firmwareId, start }: Subject): Rule {
  const title = '4.2 rule 5: a detail of 1 means that the same operation was already requested';
  if (!start) return { title, checks: [], needs: '--start' };
  const request = upgrade(upgradeBody(sn, firmwareId), admin);
  return {
    title,
    checks: [
      { name: 'The upgrade is started, or was under way', request, expectation: [upgradeAccepted(sn, 0, 1)] },
      { name: 'The same again is a repeat', request, expectation: [upgradeAccepted(sn, 1)] },
      {
        name: 'The same again with the device named twice is one repeat',
        request: upgrade(upgradeBody([sn, sn], firmwareId), admin),
        expectation: [upgradeAccepted(sn, 1)],
      },
    ],
  };
}
