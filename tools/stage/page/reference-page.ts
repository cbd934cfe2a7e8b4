import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { filePage, filePages, loggingIn, pageResponse, type Page, type Pages } from './page.ts';

const require = createRequire(import.meta.url);
const VIEWER = dirname(require.resolve('swagger-ui-dist/package.json'));
const DOCUMENT = new URL('../../../docs/openapi.yaml', import.meta.url);

/** The files of the package that its page loads, except the initialiser, which names the document. */
const FILES = [
  'index.css',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
];

/**
 * Without a validator, to which the viewer would send the document over the internet. The browser adds its cookies after
 * the viewer has written the curl command, which would be refused without them.
 */
const INITIALISER = `SwaggerUIBundle({
  url: '/docs/openapi.yaml',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => Object.assign(request, { curlOptions: ['-b', document.cookie] }),
});
`;

/** docs/openapi.yaml in Swagger UI, at `/docs/`. It logs the visitor in, so that calls can be tried. */
export async function referencePages(): Promise<Pages> {
  const document = pageResponse('yaml', await servedDocument());
  return new Map<string, Page>([
    ['/docs', () => ({ statusCode: 307, headers: { location: '/docs/' }, body: '' })],
    ['/docs/', loggingIn(await filePage(join(VIEWER, 'index.html')))],
    ['/docs/swagger-initializer.js', () => pageResponse('js', INITIALISER)],
    ['/docs/openapi.yaml', () => document],
    ...(await filePages('/docs', VIEWER, FILES)),
  ]);
}

/** The document with the stage that serves it as its only server, whatever the port. */
async function servedDocument(): Promise<string> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
  document.set('servers', [{ url: '/', description: 'This local stage' }]);
  return document.toString({ lineWidth: 0 });
}
