import { isCode } from './codes.ts';
import { NoAnswerError, RefusalError, type RefusedDetails } from './errors.ts';

/** What openapi-fetch makes of an answer. */
interface Fetched<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an accepted request. Throws a RefusalError or a NoAnswerError for anything else. */
export async function bodyOf<Data>(call: Promise<Fetched<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch(notJson);
  if (data !== undefined) return data;
  throw asError(error, response.status);
}

/** Code and details, whichever operation refused; a body without is that of a gateway, which calls nothing by code. */
function asError(body: unknown, httpStatus: number): Error {
  const fields: object = typeof body === 'object' && body !== null ? body : {};
  const code = 'result' in fields ? fields.result : 'status' in fields ? fields.status : undefined;
  if (isCode(code)) return new RefusalError(httpStatus, code, 'details' in fields ? detailsOf(fields.details) : []);
  return new NoAnswerError(`HTTP ${String(httpStatus)} without a result code`, { httpStatus });
}

function detailsOf(details: unknown): RefusedDetails {
  return Array.isArray(details) ? details.filter((detail) => isDetail(detail)) : [];
}

function isDetail(detail: unknown): detail is RefusedDetails[number] {
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'sn' in detail &&
    typeof detail.sn === 'string' &&
    'result' in detail &&
    isCode(detail.result)
  );
}

/** The one failure that is none of the network: something in between answered 200 with a page. */
function notJson(error: unknown): never {
  if (!(error instanceof SyntaxError)) throw error;
  throw new NoAnswerError('the answer is not JSON', { cause: error });
}
