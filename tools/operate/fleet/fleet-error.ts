/** A foreseen failure; its message is the one line that an operator needs. Ends the tool with exit code 1. */
export class FleetError extends Error {
  override readonly name = 'FleetError';
}

/** A command line that makes no sense; its message says what to mend. Ends the tool with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
