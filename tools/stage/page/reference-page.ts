import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DEMO } from '../demo-data/demo.ts';
import type { HttpResponse } from '../gateway/function-response.ts';
import { servedDocument } from './served-document.ts';

/** A page of the local stage's own, with all that it loads. */
export interface ReferencePage {
  /** Where it begins. */
  readonly path: string;
  /** The answer to a GET of each path, the page's own among them. What is not here is not served. */
  readonly answers: ReadonlyMap<string, HttpResponse>;
}

const PATH = '/docs';

/** Viewer and document come from here alone. Its style sheet holds its icons, as `data:` URLs. */
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

const require = createRequire(import.meta.url);
const VIEWER = dirname(require.resolve('swagger-ui-dist/package.json'));

/** docs/openapi.yaml in Swagger UI. It logs its reader in as the demo administrator, so that calls can be tried. */
export async function loadReferencePage(): Promise<ReferencePage> {
  const page = withCookies(answer('text/html; charset=utf-8', await own('index.html')));
  const answers = {
    [PATH]: page,
    [`${PATH}/`]: page,
    [`${PATH}/page.css`]: answer('text/css; charset=utf-8', await own('page.css')),
    [`${PATH}/initialiser.js`]: answer('text/javascript; charset=utf-8', await own('initialiser.js')),
    [`${PATH}/swagger-ui.css`]: answer('text/css; charset=utf-8', await viewer('swagger-ui.css')),
    [`${PATH}/swagger-ui-bundle.js`]: answer('text/javascript; charset=utf-8', await viewer('swagger-ui-bundle.js')),
    [`${PATH}/favicon-32x32.png`]: answer('image/png', await viewer('favicon-32x32.png')),
    [`${PATH}/openapi.yaml`]: answer('application/yaml', await servedDocument()),
  };
  return { path: PATH, answers: new Map(Object.entries(answers)) };
}

function own(file: string): Promise<Buffer> {
  return readFile(new URL(file, import.meta.url));
}

function viewer(file: string): Promise<Buffer> {
  return readFile(join(VIEWER, file));
}

function answer(contentType: string, body: string | Buffer): HttpResponse {
  const headers = {
    'content-type': contentType,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return { statusCode: 200, headers, body };
}

function withCookies(page: HttpResponse): HttpResponse {
  const { sid, uid } = DEMO.admin;
  const cookies = [`cloud-sid=${sid}`, `cloud-uid=${uid}`];
  return {
    ...page,
    headers: { ...page.headers, 'set-cookie': cookies.map((cookie) => `${cookie}; Path=/; SameSite=Strict`) },
  };
}
