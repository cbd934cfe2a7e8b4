import type { ServerResponse } from 'node:http';

export interface DatabaseReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A reply of which only the first half arrives: the connection breaks then, or the half passes for the whole. */
interface HalfReply {
  readonly halfOf: DatabaseReply;
  readonly connectionBreaks: boolean;
}

/**
 * What becomes of a call: its reply, a part of it, no reply for ever, a connection that breaks before one, or a port that
 * for a moment nobody listens on.
 */
export type Outcome = DatabaseReply | HalfReply | 'hang' | 'drop' | 'refuse';

/** An error as DynamoDB answers it: `ThrottlingException`, say. */
export function databaseError(name: string, status = 400): DatabaseReply {
  return { status, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} by intervention` } };
}

/** Lets a client see an outcome that concerns its own connection alone. */
export function reply(response: ServerResponse, outcome: Exclude<Outcome, 'refuse'>): void {
  if (outcome === 'drop') response.destroy();
  else if (outcome === 'hang') return;
  else if ('halfOf' in outcome) replyHalf(response, outcome);
  else replyWith(response, outcome.status, JSON.stringify(outcome.body));
}

function replyHalf(response: ServerResponse, { halfOf: { status, body }, connectionBreaks }: HalfReply): void {
  const whole = JSON.stringify(body);
  const half = whole.slice(0, Math.ceil(whole.length / 2));
  if (!connectionBreaks) {
    replyWith(response, status, half);
    return;
  }
  response.writeHead(status, { ...TYPE, 'content-length': Buffer.byteLength(whole) });
  // Not before the half is on its way: the client is to see a beginning without an end.
  response.write(half, () => response.destroy());
}

const TYPE = { 'content-type': 'application/x-amz-json-1.0' };

function replyWith(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...TYPE, 'content-length': Buffer.byteLength(text) }).end(text);
}
