/**
 * Matches every session id, stream key, password and passphrase of the demo data and of the tests: all are made to be
 * recognised by their form.
 */
export const SECRET = /demo-(admin|user|expired)-session|demo-stream-key|demo-pass|\bsid-T\d|SECRET-\d|cloud-sid/;

/** Throws if a line of output of a stage contains a secret. */
export function refuseSecrets(lines: readonly string[]): void {
  const leaks = lines.filter((line) => SECRET.test(line));
  if (leaks.length > 0) throw new Error(`secrets in the output of the stage:\n${leaks.join('\n')}`);
}
