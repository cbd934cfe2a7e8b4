import { isHost } from '../addresses.ts';
import { checkFlag, checkInteger, checkText, optional, textOf, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** Type 5: where to call or on which port to listen, a passphrase if encrypted, latency and stream id in range. */
export function srtProblems(server: StoredServer): Problems {
  const isListener = textOf(server.mode) === 'listener';
  return {
    mode: optional(checkText(server.mode, (mode) => mode === 'caller' || mode === 'listener')),
    address: isListener ? undefined : checkText(server.address, isHost),
    port: checkInteger(server.port, 1, 65_535),
    encryption: checkFlag(server.encryption),
    passphrase: server.encryption === true ? checkText(server.passphrase, isPassphrase) : undefined,
    latencyMs: optional(checkInteger(server.latencyMs, 20, 8_000)),
    streamId: optional(checkText(server.streamId, (streamId) => srtLength(streamId) <= 512)),
  };
}

/** libsrt's source also takes 80 bytes, its older documents and devices do not: 79 works with all. */
function isPassphrase(text: string): boolean {
  return srtLength(text) >= 10 && srtLength(text) <= 79;
}

/** In bytes of UTF-8, since libsrt counts those: it would refuse 79 characters that take more bytes. */
function srtLength(text: string): number {
  return Buffer.byteLength(text);
}
