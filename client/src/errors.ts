import { codeName, type Code, type CodeName } from './codes.ts';

/** The same code for each device that the request named. */
export type RefusedDetails = readonly { readonly sn: string; readonly result: Code }[];

/** The service refused the whole request: this request started nothing. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly httpStatus: number;
  readonly code: Code;
  readonly codeName: CodeName;
  /** Empty unless the request was valid. */
  readonly details: RefusedDetails;

  constructor(httpStatus: number, code: Code, details: RefusedDetails) {
    super(`refused with ${String(code)} (${codeName(code)}), HTTP ${String(httpStatus)}`);
    this.httpStatus = httpStatus;
    this.code = code;
    this.codeName = codeName(code);
    this.details = details;
  }
}

/**
 * No answer of the service came, however often it was asked: the network failed, time ran out, or something in between
 * answered. Whether an upgrade was started is not known; to ask again is safe, and tells.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** That of the last answer, if one came. */
  readonly httpStatus: number | undefined;

  constructor(message: string, { httpStatus, cause }: { httpStatus?: number; cause?: unknown }) {
    super(message, { cause });
    this.httpStatus = httpStatus;
  }
}
