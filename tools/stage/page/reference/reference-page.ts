import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { filePage, loggingIn, pageResponse, type Pages } from '../page.ts';

const require = createRequire(import.meta.url);
const DOCUMENT = new URL('../../../../docs/openapi.yaml', import.meta.url);
const VIEWER = dirname(require.resolve('swagger-ui-dist/package.json'));

/** docs/openapi.yaml in Swagger UI, at `/docs`. It logs the visitor in, so that calls can be tried. */
export async function referencePages(): Promise<Pages> {
  const page = loggingIn(await filePage('html', own('index.html')));
  const document = pageResponse('yaml', await servedDocument());
  return new Map([
    ['/docs', page],
    ['/docs/', page],
    ['/docs/page.css', await filePage('css', own('page.css'))],
    ['/docs/initialiser.js', await filePage('js', own('initialiser.js'))],
    ['/docs/swagger-ui.css', await filePage('css', join(VIEWER, 'swagger-ui.css'))],
    ['/docs/swagger-ui-bundle.js', await filePage('js', join(VIEWER, 'swagger-ui-bundle.js'))],
    ['/docs/favicon-32x32.png', await filePage('png', join(VIEWER, 'favicon-32x32.png'))],
    ['/docs/openapi.yaml', () => document],
  ]);
}

/** docs/openapi.yaml with the stage that serves it as its only server, whatever the port. */
async function servedDocument(): Promise<string> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
  document.set('servers', [{ url: '/', description: 'This local stage' }]);
  return document.toString({ lineWidth: 0 });
}

function own(file: string): URL {
  return new URL(file, import.meta.url);
}
