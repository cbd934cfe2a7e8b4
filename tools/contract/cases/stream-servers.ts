import { DEMO } from '../../stage/demo-data/demo.ts';
import { list, LIST_PATH, listOf, NO_DEVICE } from '../requests.ts';
import { byGateway, check, LISTED, NO_ROUTE, onStage, refused, rule, quick, type Case, type Subject } from './case.ts';
import { BROKEN_FUNCTION, HUGE, OVER_10_MIB } from './refusals.ts';

const NOT_FOUND = refused(404, 16);

export function streamServerCases({ admin, user, sn }: Subject): readonly Case[] {
  const own = list('GET');
  const post = { ...listOf(sn, admin), method: 'POST', body: '{"sn":' } as const;
  return [
    ...rule(
      'The list has one entry for each type, in the order 1, 2, 3, 6, 4, 5, with unique ids and no secrets',
      ['admin', 'sn'],
      quick(check('The list of the device', listOf(sn, admin), LISTED)),
      check('The same by POST with a body, which is ignored', post, LISTED),
    ),
    ...rule(
      'The list answers GET and POST at {base_url}/V1.0/stream/getStreamServersList, and nothing else',
      [],
      quick(check('The device that the stage names', own, [LISTED, NOT_FOUND], { example: 'ownDevice' })),
      quick(check('The same by POST', list('POST'), [LISTED, NOT_FOUND])),
      check('PUT is not found', list('PUT'), NO_ROUTE),
      check('A trailing slash is not found', { ...own, path: `${LIST_PATH}/` }, NO_ROUTE),
      quick(check('Any other path is not found', { ...own, path: '/no-such-path' }, NO_ROUTE)),
    ),
    ...rule(
      'The list of a named device needs a valid session, of whatever role, and a registered device',
      [],
      check('A user without administrative rights', listOf(sn, user), LISTED, { needs: ['user', 'sn'] }),
      check('A serial number that no device can have', listOf('-', admin), NOT_FOUND, { needs: ['admin'] }),
      quick(
        check('The device is not registered', listOf(NO_DEVICE, admin), NOT_FOUND, {
          needs: ['admin'],
          example: 'unknownDevice',
        }),
      ),
      quick(
        check('A named device, and no valid session', listOf(NO_DEVICE), refused(401, 37), { example: 'noSession' }),
      ),
    ),
    ...onLocalStages(),
  ];
}

function onLocalStages(): readonly Case[] {
  const own = list('GET');
  return [
    ...rule(
      'isConfigured tells whether the configuration is complete and valid',
      [],
      onStage(
        'demo',
        'namedDevice',
        'A device whose servers are all incomplete',
        listOf(DEMO.batch[0], DEMO.user),
        LISTED,
      ),
    ),
    ...rule(
      'A list that cannot be given is refused with a code and no entries, or by the gateway itself',
      [],
      onStage('otherPayload', 'otherPayload', 'An event that is not of payload format 2.0', own, refused(400, 7)),
      onStage('behindFront', 'pastTheFront', 'The request bypassed the front proxy', own, refused(403, 31)),
      onStage('noSettings', 'unforeseenInList', 'Unforeseen', own, refused(500, 6)),
      onStage('unreachableTables', 'listTryAgain', 'A table does not answer', own, refused(503, 4)),
      onStage('brokenFunction', 'brokenListFunction', 'The gateway: the function broke', own, BROKEN_FUNCTION),
      onStage(
        'demo',
        'undecodablePath',
        'The gateway: a path that cannot be decoded',
        listOf('%E0%A4%A', DEMO.user),
        byGateway(400, 'Bad Request'),
      ),
      onStage('demo', 'noRoute', 'The gateway: a slash in the serial number', listOf('A%2F1', DEMO.user), NO_ROUTE),
      onStage('demo', 'hugeListBody', 'The gateway: a body over 10 MiB', { ...list('POST'), body: HUGE }, OVER_10_MIB),
    ),
  ];
}
