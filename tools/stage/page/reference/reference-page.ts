import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filePage, loggingIn, pageResponse, type Pages } from '../page.ts';
import { servedDocument } from './served-document.ts';

const require = createRequire(import.meta.url);
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

function own(file: string): URL {
  return new URL(file, import.meta.url);
}
