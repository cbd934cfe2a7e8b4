import type { RefusalName } from './api-status.ts';

/**
 * A request refused as a whole: nothing of it was started. Thrown anywhere on the request's way and turned into the
 * documented answer in one place. It carries a name of the API Status table and no text, so that nothing can leak.
 */
export class Refusal extends Error {
  readonly reason: RefusalName;

  constructor(reason: RefusalName) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
  }
}
