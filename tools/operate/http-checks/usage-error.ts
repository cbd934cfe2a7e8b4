/** A command line that makes no sense; its message is the one line that says what to mend. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
