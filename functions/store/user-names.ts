/**
 * What would have to be escaped in a JSON string, and `%` itself. The pipes put user names into events by a template,
 * and whether they escape what they put there is not settled.
 */
const UNSAFE = /["\\%\p{Cc}]/gu;

/** A user name as it stands in an upgrade: percent-encoded as far as needed, so that it is the same in every event. */
export function encodedUserName(name: string): string {
  return name.replaceAll(UNSAFE, encodeURIComponent);
}

/** The user name of an upgrade; one that cannot be decoded is returned as it is. */
export function decodedUserName(stored: string): string {
  try {
    return decodeURIComponent(stored);
  } catch {
    return stored;
  }
}
