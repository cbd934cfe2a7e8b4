import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';

const DOCUMENT = new URL('../../../../docs/openapi.yaml', import.meta.url);

/** docs/openapi.yaml with the stage that serves it as its only server, whatever the port. */
export async function servedDocument(): Promise<string> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
  document.set('servers', [{ url: '/', description: 'This local stage' }]);
  return document.toString({ lineWidth: 0 });
}
