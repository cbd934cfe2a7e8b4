import { check } from '../../http-checks/check.ts';
import { underWay, upgradeAccepted, upgradeRefused } from '../../http-checks/expectations.ts';
import { upgrade, upgradeBody } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** The rules that can only be checked with requests that may start an upgrade. */
export function startRules(subject: Subject): readonly Rule[] {
  return [sameProduct(subject), repeat(subject)];
}

function sameProduct({ admin, sn, firmwareId, otherSn, start }: Subject): Rule {
  const title = 'The devices of a batch have the same family, model and hardware version';
  if (otherSn === undefined || !start) return { title, checks: [], needs: '--other-sn and --start' };
  const request = upgrade(upgradeBody([sn, otherSn], firmwareId), admin);
  const refused = upgradeRefused(409, 41, sn, otherSn);
  return {
    title,
    checks: [check('Refused: devices that differ', request, refused, underWay('start-upgrade', sn, otherSn))],
  };
}

function repeat({ admin, sn, firmwareId, start }: Subject): Rule {
  const title = 'A detail of 1 means that the same upgrade was already requested';
  if (!start) return { title, checks: [], needs: '--start' };
  const request = upgrade(upgradeBody(sn, firmwareId), admin);
  return {
    title,
    checks: [
      check('The upgrade is started, or was already under way', request, upgradeAccepted(sn, 0, 1)),
      check('The same again is a repeat', request, upgradeAccepted(sn, 1)),
      check(
        'The same again with the device named twice is one repeat',
        upgrade(upgradeBody([sn, sn], firmwareId), admin),
        upgradeAccepted(sn, 1),
      ),
    ],
  };
}
