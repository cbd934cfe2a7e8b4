import { CommandError } from '../command-line.ts';

/** A foreseen reason why the local stage cannot start or go on; its message is the one line that a user needs. */
export class StartError extends CommandError {
  override readonly name = 'StartError';
}
