import { MIMEType } from 'node:util';
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './answer.ts';
import type { GatewayEvent } from './gateway-event.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the body, or refuses: UNSUPPORTED when it does not claim to be plain JSON, TOO_LARGE, FORMAT_ERROR when it
 * is absent, not UTF-8 or not JSON. The parsed value takes the body's place.
 * @param maxBytes most bytes of a body, evaluated per request
 */
export function jsonBody(maxBytes: () => number): MiddlewareObj<GatewayEvent, Answer>[] {
  const accept: MiddlewareObj<GatewayEvent, Answer> = {
    before: ({ event }) => {
      acceptBody(event, maxBytes());
    },
  };
  return [accept, documentedFormatError(parser())];
}

/** Checks the headers and the size of the body, and makes it text if the gateway has encoded it. */
function acceptBody(event: GatewayEvent, maxBytes: number): void {
  if (!isJson(event.headers['content-type']) || !isPlain(event.headers['content-encoding'])) {
    throw new Refusal('UNSUPPORTED');
  }
  if (typeof event.body !== 'string') throw new Refusal('FORMAT_ERROR');
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) throw new Refusal('TOO_LARGE');
  event.body = decoded(bytes);
  event.isBase64Encoded = false;
}

function isJson(contentType: string | undefined): boolean {
  try {
    const { type, subtype } = new MIMEType(contentType ?? '');
    return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
  } catch {
    return false;
  }
}

/** Whether the body is uncompressed: no content coding is named, or only `identity`. */
function isPlain(contentEncoding = ''): boolean {
  return contentEncoding.split(',').every((coding) => ['', 'identity'].includes(coding.trim().toLowerCase()));
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('FORMAT_ERROR');
  }
}

/** The content type was checked before; the parser would be stricter about white space. */
function parser(): MiddlewareObj<GatewayEvent> {
  return httpJsonBodyParser<GatewayEvent>({ disableContentTypeCheck: true });
}

/** The parser's errors hold the body and a different status; neither may reach the answer or the log. */
function documentedFormatError(inner: MiddlewareObj<GatewayEvent>): MiddlewareObj<GatewayEvent, Answer> {
  return {
    before: async (request) => {
      try {
        await inner.before?.(request);
      } catch {
        throw new Refusal('FORMAT_ERROR');
      }
    },
  };
}
