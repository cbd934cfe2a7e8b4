import { BlockList, isIPv6 } from 'node:net';

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addAddress('0.0.0.0');
UNSPECIFIED.addAddress('::', 'ipv6');

// One list per family: a common one would also let IPv4 in IPv6 spelling (::ffff:224.0.0.1) pass, which is not ff00::/8.
const MULTICAST_IPV4 = new BlockList();
MULTICAST_IPV4.addSubnet('224.0.0.0', 4);
const MULTICAST_IPV6 = new BlockList();
MULTICAST_IPV6.addSubnet('ff00::', 8, 'ipv6');

/** What is not of a host alone: a URL's other parts, and what shows nothing, which a parser of URLs would drop (but joiners, which names may have). */
const OTHER_PARTS = /[\s/:@?#%\\]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
/** A host name as resolvers get it; a dot may end it. */
const NAME = /^(?=.*[a-z\d])[\w-]+(?:\.[\w-]+)*\.?$/;
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** User and path count for nothing here. */
const URL_PARTS = /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:[^/?#]*@)?(?<authority>[^/?#]*)/i;
const AUTHORITY = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>\d+))?$/;
/** With a number after it, such a URL would pass for a host with a port. */
const NO_STREAM = /^(?:about|blob|data|file|javascript|mailto|sms|tel|urn):/i;

/**
 * Whether a text names a host that can be called: an IP address, for IPv6 in brackets or not and with a zone or not, or a
 * host name. Addresses that stand for no host in particular (`0.0.0.0`, `::`, however spelled) are none, and a URL or a
 * host with a port neither.
 */
export function isHost(text: string): boolean {
  const ipv6 = ipv6In(text);
  if (ipv6 !== undefined) return !UNSPECIFIED.check(ipv6, 'ipv6');
  // It encodes names in other scripts, and reads what ends in a number as IPv4, as `inet_aton` does (0, 0x0, 127.1).
  const hostname = OTHER_PARTS.test(text) ? undefined : URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
  if (hostname === undefined || !NAME.test(hostname) || UNSPECIFIED.check(hostname)) return false;
  if (hostname.length > LONGEST_NAME) return false;
  return hostname.split('.').every(({ length }) => length <= LONGEST_LABEL);
}

/** Whether a text is a host, with or without a port; IPv6 is in brackets. */
export function isHostAndPort(text: string): boolean {
  const { host = '', port = '1' } = AUTHORITY.exec(text)?.groups ?? {};
  return isHost(host) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Whether a text is a URL that has a host and such a scheme. Without `scheme://`, it is read as `rtmp://`. */
export function isUrlOf(schemes: RegExp, text: string): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  const { scheme, authority = '' } = URL_PARTS.exec(text)?.groups ?? {};
  if (scheme === undefined) return schemes.test('rtmp') && !NO_STREAM.test(text) && isHostAndPort(authority);
  // A port may be left empty behind its colon.
  return schemes.test(scheme) && isHostAndPort(authority.replace(/:$/, ''));
}

/** Whether a text is a multicast address, of IPv6 in brackets or not and with a zone or not. */
export function isMulticast(text: string): boolean {
  const ipv6 = ipv6In(text);
  return ipv6 === undefined ? MULTICAST_IPV4.check(text) : MULTICAST_IPV6.check(ipv6, 'ipv6');
}

/** The IPv6 address in a text, without brackets and zone. */
function ipv6In(text: string): string | undefined {
  const address = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  return isIPv6(address) ? address.replace(/%.*/, '') : undefined;
}
