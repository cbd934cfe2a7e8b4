import { check, type Check } from '../../http-checks/check.ts';
import { upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody, type ApiRequest } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

const NO_JSON = { 'content-type': 'text/plain' };

/** Just above the documented limits. */
const TOO_MANY = Array.from({ length: 1001 }, () => NO_DEVICE);
const TOO_LARGE = ' '.repeat(256 * 1024 + 1);

/** Which of several errors is reported, and the limits on a request. */
export function orderRules({ admin, user }: Subject): readonly Rule[] {
  return [
    {
      title: 'A request with several errors is told the first of a fixed order',
      checks: [
        told('A missing session before the content type', upgrade('{"sn":', undefined, NO_JSON), 401, 37),
        ...(user ? [told('Missing rights before the content type', upgrade('{"sn":', user, NO_JSON), 403, 31)] : []),
        told('The content type before the body', upgrade('{"sn":', admin, NO_JSON), 415, 9),
        told('The size before the syntax', upgrade(TOO_LARGE, admin), 413, 18),
        told('The schema before the number of devices', upgrade(upgradeBody(TOO_MANY, 0), admin), 400, 7),
        told('The number before the firmware', upgrade(upgradeBody(TOO_MANY, NO_FIRMWARE), admin), 400, 17),
      ],
    },
    {
      title: 'A request has at most 1,000 serial numbers and a body of at most 256 KiB',
      checks: [
        told('1,001 are too many, even when all are the same', upgrade(upgradeBody(TOO_MANY, 1), admin), 400, 17),
        check(
          '1,000 are accepted',
          upgrade(upgradeBody(TOO_MANY.slice(1), NO_FIRMWARE), admin),
          upgradeRefused(404, 16, NO_DEVICE),
        ),
        told('256 KiB and a byte are too large', upgrade(TOO_LARGE, admin), 413, 18),
        told('256 KiB are read', upgrade(TOO_LARGE.slice(1), admin), 400, 21),
      ],
    },
  ];
}

function told(name: string, request: ApiRequest, status: number, code: number): Check {
  return check(name, request, upgradeRefused(status, code));
}
