import { DEMO } from '../../stage/demo-data/demo.ts';
import { list, listOf } from '../../operate/http-checks/requests.ts';
import type { Sample } from './sample.ts';

const [DEVICE] = DEMO.batch;

/** A body that is too large for the gateway itself, whose limit is 10 MiB. */
const HUGE = ' '.repeat(10 * 1024 * 1024 + 1);

/** What getStreamServersList can answer. */
export const listSamples: readonly Sample[] = [
  sample('ownDevice', 'The device that the stage names', 'List200', list('GET')),
  sample('namedDevice', 'A device whose servers are all incomplete', 'List200', listOf(DEVICE, DEMO.user)),
  {
    ...sample('otherPayload', 'An invoker that is no gateway of payload 2.0', 'List400', list('GET')),
    gateway: 'otherPayload',
  },
  sample('undecodablePath', 'The gateway: a path that cannot be decoded', 'List400', listOf('%E0%A4%A', DEMO.user)),
  sample('noSession', 'A device is named, and no session counts', 'List401', listOf(DEVICE)),
  sample('unknownDevice', 'The device is not registered', 'List404', listOf('no-such-device', DEMO.user)),
  sample('noRoute', 'The gateway: a slash in the serial number', 'List404', listOf('A%2F1', DEMO.user)),
  sample('hugeListBody', 'The gateway: a body over 10 MiB', 'List413', { ...list('POST'), body: HUGE }),
  { ...sample('unforeseenInList', 'Unforeseen', 'List500', list('GET')), gateway: 'noSettings' },
  {
    ...sample('brokenListFunction', 'The gateway: the function broke', 'List500', list('GET')),
    gateway: 'brokenFunction',
  },
  { ...sample('listTryAgain', 'A table does not answer', 'List503', list('GET')), gateway: 'unreachableTables' },
];

function sample(name: string, summary: string, response: Sample['response'], request: Sample['request']): Sample {
  return { name, summary, response, request, gateway: 'well' };
}
