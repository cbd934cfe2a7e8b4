import { CommandError } from '../command-line.ts';

/** An expected reason why the local stage cannot start or continue; its message is the one line that a user needs. */
export class StartError extends CommandError {
  override readonly name = 'StartError';
}
