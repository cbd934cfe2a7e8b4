import { check } from '../../http-checks/check.ts';
import { allTold, upgradeRefused } from '../../http-checks/expectations.ts';
import { NO_DEVICE, upgrade } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** Bodies that break the schema. None names a registered device, in case a stage accepts one. */
const BROKEN: readonly (readonly [what: string, body: string])[] = [
  ['no fields', '{}'],
  ['no firmware', `{"sn":["${NO_DEVICE}"]}`],
  ['no serial numbers', '{"firmware-id":21}'],
  ['an empty list', '{"sn":[],"firmware-id":21}'],
  ['a serial number outside a list', `{"sn":"${NO_DEVICE}","firmware-id":21}`],
  ['a number among the serial numbers', `{"sn":["${NO_DEVICE}",1],"firmware-id":21}`],
  ['a firmware in quotes', `{"sn":["${NO_DEVICE}"],"firmware-id":"21"}`],
  ['a fraction for a firmware', `{"sn":["${NO_DEVICE}"],"firmware-id":21.5}`],
  ['a request for a trial', `{"sn":["${NO_DEVICE}"],"firmware-id":21,"dry-run":true}`],
  ['firmware 0', `{"sn":["${NO_DEVICE}"],"firmware-id":0}`],
  ['a list', '[]'],
  ['null', 'null'],
];

/** The body of start-upgrade. */
export function requestRules({ admin, firmwareId }: Subject): readonly Rule[] {
  const accepted = (name: string, body: string) => check(name, upgrade(body, admin), allTold(16, NO_DEVICE));
  const refused = (code: number, what: string, body: string | Uint8Array<ArrayBuffer>) =>
    check(`Refused: ${what}`, upgrade(body, admin), upgradeRefused(400, code));
  return [
    {
      title: 'sn is a list of serial numbers, firmware-id an integer, and both are required',
      checks: BROKEN.map(([what, body]) => refused(7, what, body)),
    },
    {
      title: 'Every other form of a valid body is accepted',
      checks: [
        accepted(
          'An integer written with a decimal point',
          `{"sn":["${NO_DEVICE}"],"firmware-id":${String(firmwareId)}.0}`,
        ),
        check(
          'A text that cannot be a serial number, told as a device that is not registered',
          upgrade(`{"sn":["${NO_DEVICE}","no device "],"firmware-id":${String(firmwareId)}}`, admin),
          allTold(16, NO_DEVICE, 'no device '),
        ),
        accepted('An unknown field', `{"sn":["${NO_DEVICE}"],"firmware-id":${String(firmwareId)},"note":1}`),
      ],
    },
    {
      title: 'The body is JSON',
      checks: [
        refused(21, 'half a body', '{"sn":'),
        refused(21, 'no body', ''),
        refused(21, 'a body that is not UTF-8', Uint8Array.of(0xff)),
      ],
    },
  ];
}
