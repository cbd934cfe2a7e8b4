import type { ServerResponse } from 'node:http';

export interface DatabaseReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A reply of which only the first half arrives: then the connection breaks, or the half passes for the whole. */
interface HalfReply {
  readonly halfOf: DatabaseReply;
  readonly connectionBreaks: boolean;
}

/**
 * The outcome of a call: its reply, a part of it, no reply at all, a connection that breaks before the reply, or a port
 * that refuses connections for a moment.
 */
export type Outcome = DatabaseReply | HalfReply | 'hang' | 'drop' | 'refuse';

/** An error in DynamoDB's format, such as `ThrottlingException`. */
export function databaseError(name: string, status = 400): DatabaseReply {
  return { status, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} by intervention` } };
}

/** Gives a client an outcome that concerns its own connection only. */
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
  // Only after the half has been sent: the client must see a beginning without an end.
  response.write(half, () => response.destroy());
}

const TYPE = { 'content-type': 'application/x-amz-json-1.0' };

function replyWith(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...TYPE, 'content-length': Buffer.byteLength(text) }).end(text);
}
