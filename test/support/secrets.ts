/**
 * Matches every session id, stream key, password and passphrase of the demo data and of the tests, which are all made
 * to be told by their form.
 */
export const SECRET = /demo-(admin|user|expired)-session|demo-stream-key|demo-pass|\bsid-T\d|SECRET-\d|cloud-sid/;

/** Throws when a line that a stage has put out holds a secret. */
export function refuseSecrets(lines: readonly string[]): void {
  const leaks = lines.filter((line) => SECRET.test(line));
  if (leaks.length > 0) throw new Error(`secrets in the output of the stage:\n${leaks.join('\n')}`);
}
