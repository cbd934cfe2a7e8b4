import { BlockList, isIPv6 } from 'node:net';
import { checkFlag, checkText, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

const MAX_SOURCE_NAME_CODE_POINTS = 127;

/** Type 6: a source name; the addresses of the discovery server and of multicast for whichever of them is on. */
export function ndiProblems(server: StoredServer): Problems {
  return {
    sourceName: checkText(server.sourceName, (name) => Array.from(name).length <= MAX_SOURCE_NAME_CODE_POINTS),
    discovery: checkFlag(server.discovery),
    discoveryAddress: server.discovery === true ? checkText(server.discoveryAddress) : undefined,
    multicast: checkFlag(server.multicast),
    multicastAddress: server.multicast === true ? checkText(server.multicastAddress, isMulticast) : undefined,
  };
}

// One list per family: a common one would also let IPv4 in IPv6 spelling (::ffff:224.0.0.1) pass, which is not ff00::/8.
const MULTICAST_IPV4 = new BlockList();
MULTICAST_IPV4.addSubnet('224.0.0.0', 4);
const MULTICAST_IPV6 = new BlockList();
MULTICAST_IPV6.addSubnet('ff00::', 8, 'ipv6');

function isMulticast(address: string): boolean {
  return isIPv6(address) ? MULTICAST_IPV6.check(address, 'ipv6') : MULTICAST_IPV4.check(address);
}
