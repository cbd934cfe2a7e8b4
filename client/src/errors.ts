import { codeName, type CodeName } from './codes.ts';
import { printable } from './response.ts';
import type { UpgradeDetail } from './types.ts';

/** An invalid argument. Nothing was sent. */
export class ArgumentError extends TypeError {
  override readonly name = 'ArgumentError';
}

/** What a call does to upgrades. */
export type Effect = 'started' | 'cancelled';

/** What is known of a failed call. */
export interface Failure {
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  /** The key of the request; undefined if it had none. */
  readonly key: string | undefined;
  /** What an attempt of the call may have done. */
  readonly mayHave: Effect | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number;
  /** Where a redirect points to. */
  readonly location?: string | undefined;
  readonly cause?: unknown;
}

/** A call that failed: a RefusalError or a NoAnswerError. */
export abstract class StreamFleetError extends Error {
  /** HTTP status of the last answer; undefined if none came, or if a browser hides it. */
  readonly httpStatus: number | undefined;
  /** The gateway's id of the last request, for the operators; undefined if there is none. */
  readonly requestId: string | undefined;
  /** The key under which `startUpgrade` asked; undefined for other calls, and for a dry run that was given none. */
  readonly key: string | undefined;
  /** Whether an attempt of this call may have started an upgrade. Asking again under the same `key` is safe, and tells. */
  readonly mayHaveStarted: boolean;
  /** Whether an attempt of this call may have cancelled an upgrade. Asking again tells, and is safe if the upgrade is named. */
  readonly mayHaveCancelled: boolean;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** How many milliseconds the last answer asked to wait; 0 if it did not say. */
  readonly retryAfterMs: number;

  protected constructor(message: string, failure: Failure) {
    const { httpStatus, requestId, key, mayHave, retryable, retryAfterMs, cause } = failure;
    const id = requestId === undefined ? '' : `; request id ${requestId}`;
    const doubt = mayHave === undefined ? '' : `; an upgrade may have been ${mayHave}`;
    super(message + id + doubt, cause === undefined ? undefined : { cause });
    this.httpStatus = httpStatus;
    this.requestId = requestId;
    this.key = key;
    this.mayHaveStarted = mayHave === 'started';
    this.mayHaveCancelled = mayHave === 'cancelled';
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The service refused the whole request and did nothing. Only an earlier attempt without an answer may have, and a request for a
 * roll-out that was refused with 4.
 */
export class RefusalError extends StreamFleetError {
  override readonly name = 'RefusalError';
  readonly code: number;
  readonly codeName: CodeName;
  /** The same code for each device that the request named; empty unless the request was valid. */
  readonly details: readonly UpgradeDetail[];
  /** The field of a roll-out's request that is wrong; undefined where the service does not tell it. */
  readonly field: string | undefined;

  constructor(code: number, details: readonly UpgradeDetail[], failure: Failure, field?: string) {
    const where = field === undefined ? '' : `: ${printable(field)}`;
    super(`refused with ${String(code)} (${codeName(code)}), HTTP ${String(failure.httpStatus)}${where}`, failure);
    this.code = code;
    this.codeName = codeName(code);
    this.details = details;
    this.field = field;
  }
}

/** No answer from the service: the network failed, time ran out, or the gateway or something in between answered. */
export class NoAnswerError extends StreamFleetError {
  override readonly name = 'NoAnswerError';
  /** The URL of the request. */
  readonly url: string;
  /** Where a redirect points to. It was not followed. */
  readonly location: string | undefined;

  constructor(what: string, url: string, failure: Failure) {
    super(`${url}: ${what}`, failure);
    this.url = url;
    this.location = failure.location;
  }
}
