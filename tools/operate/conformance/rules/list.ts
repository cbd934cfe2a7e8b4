import { listed, listRefused, noRoute } from '../../http-checks/expectations.ts';
import { NO_DEVICE } from '../../http-checks/nothing.ts';
import { list, LIST_PATH, listOf } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

const ownDevice = [listed(), listRefused(404, 16, 'NOT_EXIST')];

/** Interface 2.1, 2.2 and 4.1. */
export function listRules({ admin, sn }: Subject): readonly Rule[] {
  return [
    {
      title: '2.2 The list has one entry for each type, in the order 1, 2, 3, 6, 4, 5, with unique ids and no secrets',
      checks: [
        { name: 'The list of the device, by GET', request: listOf(sn, admin), expectation: [listed()] },
        {
          name: 'The list of the device, by POST with a body, which is ignored',
          request: { ...listOf(sn, admin), method: 'POST', body: '{"sn":' },
          expectation: [listed()],
        },
      ],
    },
    {
      title: '4.1 The method is GET or POST, the path {base_url}/V1.0/stream/getStreamServersList and no other',
      checks: [
        { name: 'The bare URL, by GET', request: list('GET'), expectation: ownDevice },
        { name: 'The bare URL, by POST', request: list('POST'), expectation: ownDevice },
        { name: 'PUT is no route', request: list('PUT'), expectation: [noRoute] },
        {
          name: 'A trailing slash is no route',
          request: { ...list('GET'), path: `${LIST_PATH}/` },
          expectation: [noRoute],
        },
      ],
    },
    {
      title: '4.1 A device that is not registered has no list (docs/api.md)',
      checks: [
        {
          name: 'An unknown device',
          request: listOf(NO_DEVICE, admin),
          expectation: [listRefused(404, 16, 'NOT_EXIST')],
        },
        {
          name: 'A serial number that none can have',
          request: listOf('-', admin),
          expectation: [listRefused(404, 16, 'NOT_EXIST')],
        },
      ],
    },
  ];
}
