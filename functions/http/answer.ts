/** An answer to the gateway in payload format 2.0, always with a status: the gateway answers 200 if it is missing. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEADERS = {
  // Interface 4.2, "Response headers", to the letter.
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // A year: a browser that has been here once never sends its cookies over plain HTTP.
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

const TRY_AGAIN_STATUS = 503;
const RETRY_AFTER_SECONDS = '2';

/** An answer with the headers that all answers carry; 503 also says when to come back. */
export function jsonAnswer(statusCode: number, body: object): Answer {
  const retry = statusCode === TRY_AGAIN_STATUS ? { 'Retry-After': RETRY_AFTER_SECONDS } : undefined;
  return { statusCode, headers: { ...HEADERS, ...retry }, body: JSON.stringify(body) };
}
