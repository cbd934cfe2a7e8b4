import type { RefusalName } from './api-status.ts';

/** What is known of a caller who has no session or no rights. For the log alone. */
export interface RefusedCaller {
  /** The session's user; whom the caller claims to be is not known. */
  readonly userName?: string;
  /** First eight characters of the hash under which the session is stored, or would be. */
  readonly session?: string;
}

/**
 * A request refused as a whole: nothing of it was started. Thrown anywhere on the request's way and turned into the
 * documented answer in one place. The answer is made of a name of the API Status table and of nothing else that the
 * refusal carries, so that nothing can leak.
 */
export class Refusal extends Error {
  readonly reason: RefusalName;
  readonly caller: RefusedCaller;
  /** The field of the documented body that is wrong, where that is told. */
  readonly field: string | undefined;

  constructor(reason: RefusalName, caller: RefusedCaller = {}, field?: string) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.caller = caller;
    this.field = field;
  }
}
