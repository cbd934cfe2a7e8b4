import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { DEMO } from '../demo-data/demo.ts';
import type { HttpResponse } from '../gateway/function-response.ts';
import { isFromElsewhere } from '../gateway/own-origin.ts';

/** Answers a GET of one path. */
export type Page = (request: IncomingMessage) => HttpResponse;

/** The local stage's own pages by path. Nothing else is served. */
export type Pages = ReadonlyMap<string, Page>;

/** A page loads everything from here. The viewer's style sheet holds its icons as `data:` URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  yaml: 'application/yaml',
  json: 'application/json',
} as const;

/** An answer that is never cached and loads nothing from elsewhere. */
export function pageResponse(type: keyof typeof TYPES, body: HttpResponse['body']): HttpResponse {
  const headers = {
    'content-type': TYPES[type],
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return { statusCode: 200, headers, body };
}

/** A file, read once; its extension tells its type. */
export async function filePage(file: string): Promise<Page> {
  const type = extname(file).slice(1);
  if (!isType(type)) throw new Error(`${file}: no page is of this type`);
  const response = pageResponse(type, await readFile(file));
  return () => response;
}

function isType(text: string): text is keyof typeof TYPES {
  return Object.hasOwn(TYPES, text);
}

/** Files of a folder, below a path of the stage. */
export async function filePages(path: string, folder: string, files: readonly string[]): Promise<[string, Page][]> {
  return Promise.all(
    files.map(async (file): Promise<[string, Page]> => [`${path}/${file}`, await filePage(join(folder, file))]),
  );
}

/** The same page, which logs the visitor in as the demo administrator, unless a page of another origin led there. */
export function loggingIn(page: Page): Page {
  const { sid, uid } = DEMO.admin;
  const cookies = [`cloud-sid=${sid}`, `cloud-uid=${uid}`].map((cookie) => `${cookie}; Path=/; SameSite=Strict`);
  return (request) => {
    const response = page(request);
    return isFromElsewhere(request)
      ? response
      : { ...response, headers: { ...response.headers, 'set-cookie': cookies } };
  };
}
