import { isHost, isHostAndPort, isMulticast } from '../addresses.ts';
import { checkFlag, checkText, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

const MAX_SOURCE_NAME_CODE_POINTS = 127;

/** Type 6: a source name; the addresses of the discovery server and of multicast for whichever of them is on. */
export function ndiProblems(server: StoredServer): Problems {
  return {
    sourceName: checkText(server.sourceName, (name) => Array.from(name).length <= MAX_SOURCE_NAME_CODE_POINTS),
    discovery: checkFlag(server.discovery),
    discoveryAddress: server.discovery === true ? checkText(server.discoveryAddress, isDiscoveryList) : undefined,
    multicast: checkFlag(server.multicast),
    multicastAddress: server.multicast === true ? checkText(server.multicastAddress, isMulticast) : undefined,
  };
}

/** One address or several with commas between them; NDI takes a port with each, and skips what is empty. */
function isDiscoveryList(text: string): boolean {
  const addresses = text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return addresses.length > 0 && addresses.every((address) => isHost(address) || isHostAndPort(address));
}
