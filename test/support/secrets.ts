/**
 * Matches every session id, stream key, password and passphrase of the demo data and of the tests, which are all made
 * to be told by their form.
 */
export const SECRET = /demo-(admin|user|expired)-session|demo-stream-key|demo-pass|\bsid-T\d|SECRET-\d|cloud-sid/;
