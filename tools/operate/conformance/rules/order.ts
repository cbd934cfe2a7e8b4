import type { Check, CheckRequest } from '../../http-checks/check.ts';
import { upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE } from '../../http-checks/nothing.ts';
import { upgrade, upgradeBody } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

const NO_JSON = { 'content-type': 'text/plain' };

/** Above the limits that every stage has (docs/api.md). */
const TOO_MANY = Array.from({ length: 1001 }, () => NO_DEVICE);
const TOO_LARGE = ' '.repeat(256 * 1024 + 1);

/** Interface 7 and 8, as docs/api.md fills them in. */
export function orderRules({ admin, user }: Subject): readonly Rule[] {
  return [
    {
      title: '7 Of several things that are wrong the first is told (docs/api.md)',
      checks: [
        told('No session comes before the content type', upgrade('{"sn":', undefined, NO_JSON), 401, 37),
        ...(user ? [told('No rights before the content type', upgrade('{"sn":', user, NO_JSON), 403, 31)] : []),
        told('The content type before the body', upgrade('{"sn":', admin, NO_JSON), 415, 9),
        told('The size before the form', upgrade(TOO_LARGE, admin), 413, 18),
        told('The schema before the number of devices', upgrade(upgradeBody(TOO_MANY, 0), admin), 400, 7),
        told('The number before the firmware', upgrade(upgradeBody(TOO_MANY, NO_FIRMWARE), admin), 400, 17),
      ],
    },
    {
      title: '8 A request has at most 1,000 serial numbers and a body of 256 KiB (docs/api.md)',
      checks: [
        told('1,001 are too many, even if one stands for all', upgrade(upgradeBody(TOO_MANY, 1), admin), 400, 17),
        {
          name: '1,000 are not',
          request: upgrade(upgradeBody(TOO_MANY.slice(1), NO_FIRMWARE), admin),
          expectation: [upgradeRefused(404, 16, NO_DEVICE)],
        },
        told('A byte more is too large', upgrade(TOO_LARGE, admin), 413, 18),
        told('256 KiB are not', upgrade(TOO_LARGE.slice(1), admin), 400, 21),
      ],
    },
  ];
}

function told(name: string, request: CheckRequest, status: number, code: number): Check {
  return { name, request, expectation: [upgradeRefused(status, code)] };
}
