import { BlockList, isIPv6 } from 'node:net';
import { checkFlag, checkInteger, checkText, optional, textOf, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** Type 5: where to call or on which port to listen, a passphrase if encrypted, latency and stream id in range. */
export function srtProblems(server: StoredServer): Problems {
  const isListener = textOf(server.mode) === 'listener';
  return {
    mode: optional(checkText(server.mode, (mode) => mode === 'caller' || mode === 'listener')),
    address: isListener ? undefined : checkText(server.address, (address) => !isUnspecified(address)),
    port: checkInteger(server.port, 1, 65_535),
    encryption: checkFlag(server.encryption),
    passphrase: server.encryption === true ? checkText(server.passphrase, isPassphrase) : undefined,
    latencyMs: optional(checkInteger(server.latencyMs, 20, 8_000)),
    streamId: optional(checkText(server.streamId, (streamId) => srtLength(streamId) <= 512)),
  };
}

function isPassphrase(text: string): boolean {
  return srtLength(text) >= 10 && srtLength(text) <= 79;
}

/** In bytes of UTF-8, since libsrt counts those: it would refuse 79 characters that take more bytes. */
function srtLength(text: string): number {
  return Buffer.byteLength(text);
}

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addAddress('0.0.0.0');
UNSPECIFIED.addAddress('::', 'ipv6');

/** Whether an address, in brackets or not, is a spelling of `0.0.0.0` or `::`: nobody can be called there. */
function isUnspecified(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1');
  return UNSPECIFIED.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}
