import type { Check } from '../../http-checks/check.ts';
import { allTold, upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE } from '../../http-checks/nothing.ts';
import { upgrade } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** Bodies that break the schema. None names a device that is registered, should a stage take it all the same. */
const BROKEN: readonly (readonly [what: string, body: string])[] = [
  ['no fields', '{}'],
  ['no firmware', `{"sn":["${NO_DEVICE}"]}`],
  ['no serial numbers', '{"firmware-id":21}'],
  ['an empty list', '{"sn":[],"firmware-id":21}'],
  ['a serial number without a list', `{"sn":"${NO_DEVICE}","firmware-id":21}`],
  ['a serial number that is none', '{"sn":["no device"],"firmware-id":21}'],
  ['a number among the serial numbers', `{"sn":["${NO_DEVICE}",1],"firmware-id":21}`],
  ['a firmware in quotes', `{"sn":["${NO_DEVICE}"],"firmware-id":"21"}`],
  ['half a firmware', `{"sn":["${NO_DEVICE}"],"firmware-id":21.5}`],
  ['firmware 0', `{"sn":["${NO_DEVICE}"],"firmware-id":0}`],
  ['a list', '[]'],
  ['null', 'null'],
];

/** Interface 2.3. */
export function requestRules({ admin, firmwareId }: Subject): readonly Rule[] {
  const accepted = (name: string, body: string): Check => ({
    name,
    request: upgrade(body, admin),
    expectation: [allTold(16, NO_DEVICE)],
  });
  return [
    {
      title: '2.3 sn is a list of serial numbers, firmware-id an integer, and both are required',
      checks: BROKEN.map(([what, body]) => ({
        name: `Refused: ${what}`,
        request: upgrade(body, admin),
        expectation: [upgradeRefused(400, 7)],
      })),
    },
    {
      title: '2.3 What keeps to that is accepted',
      checks: [
        accepted('A whole number with a point', `{"sn":["${NO_DEVICE}"],"firmware-id":${String(firmwareId)}.0}`),
        accepted('A field more', `{"sn":["${NO_DEVICE}"],"firmware-id":${String(firmwareId)},"note":1}`),
      ],
    },
    {
      title: '2.3 The body is JSON (docs/api.md)',
      checks: [
        refused('half a body', '{"sn":'),
        refused('no body', ''),
        refused('a body that is not UTF-8', Uint8Array.of(0xff)),
      ],
    },
  ];

  function refused(what: string, body: string | Uint8Array<ArrayBuffer>): Check {
    return { name: `Refused: ${what}`, request: upgrade(body, admin), expectation: [upgradeRefused(400, 21)] };
  }
}
