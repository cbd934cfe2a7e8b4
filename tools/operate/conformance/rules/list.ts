import { check } from '../../http-checks/check.ts';
import { listed, listRefused, noRoute } from '../../http-checks/expectations.ts';
import { list, LIST_PATH, listOf, NO_DEVICE } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

const notFound = listRefused(404, 16, 'NOT_EXIST');

/** The list of stream servers. */
export function listRules({ admin, sn }: Subject): readonly Rule[] {
  const post = { ...listOf(sn, admin), method: 'POST', body: '{"sn":' } as const;
  return [
    {
      title: 'The list has one entry for each type, in the order 1, 2, 3, 6, 4, 5, with unique ids and no secrets',
      checks: [
        check('The list of the device, by GET', listOf(sn, admin), listed()),
        check('The list of the device, by POST with a body, which is ignored', post, listed()),
      ],
    },
    {
      title: 'The list answers GET and POST at {base_url}/V1.0/stream/getStreamServersList, and nothing else',
      checks: [
        check('The bare URL, by GET', list('GET'), listed(), notFound),
        check('The bare URL, by POST', list('POST'), listed(), notFound),
        check('PUT is not found', list('PUT'), noRoute),
        check('A trailing slash is not found', { ...list('GET'), path: `${LIST_PATH}/` }, noRoute),
      ],
    },
    {
      title: 'A device that is not registered has no list',
      checks: [
        check('An unknown device', listOf(NO_DEVICE, admin), notFound),
        check('A serial number that no device can have', listOf('-', admin), notFound),
      ],
    },
  ];
}
