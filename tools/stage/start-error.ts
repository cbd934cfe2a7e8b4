/** A foreseen reason why the local stage cannot start; its message is the one line that a user needs. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
