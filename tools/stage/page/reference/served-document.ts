import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';

const DOCUMENT = new URL('../../../../docs/openapi.yaml', import.meta.url);

/** YAML of docs/openapi.yaml, whose only server is the one that serves it, whatever its port. */
export async function servedDocument(): Promise<string> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
  document.set('servers', [{ url: '/', description: 'This local stage' }]);
  return document.toString({ lineWidth: 0 });
}
