import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { fileURLToPath } from 'node:url';
import { API_STATUS } from '../../functions/domain/api-status.ts';
import { openApiDocument } from './document.ts';
import type { Bodies } from './examples.ts';
import { MEANINGS } from '../code-meanings.ts';
import { keysOf } from '../keys-of.ts';

const NOTICE = '# Written by `npm run openapi`; a test says when it is not up to date.\n\n';
const CLIENT_NOTICE = '// Written by `npm run openapi` in the root of the project.\n\n';

/** A file and its expected text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** The document with these bodies for examples, and the client's modules that are generated from it. */
export async function generatedFiles(bodies: Bodies): Promise<readonly GeneratedFile[]> {
  const document = openApiDocument(bodies);
  const yaml = stringify(document, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 });
  // What has a default may be left out of a request.
  const types = astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }));
  return [
    await file('docs/openapi.yaml', `${NOTICE}${yaml}`),
    await file('client/src/generated/schema.ts', `${CLIENT_NOTICE}${types}`),
    await file('client/src/generated/api-status.ts', `${CLIENT_NOTICE}${apiStatusModule()}`),
  ];
}

/** A file, formatted like the rest of the project; `name` is its path from the root. */
async function file(name: string, text: string): Promise<GeneratedFile> {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return { path, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
}

/** The API Status table as a module of its own: the client is a separate package and cannot import from the service. */
function apiStatusModule(): string {
  const lines = keysOf(MEANINGS).map((name) => `/** ${MEANINGS[name]} */\n${name}: ${String(API_STATUS[name].code)},`);
  return `/** Every result code by name. */\nexport const API_STATUS = {\n${lines.join('\n')}\n} as const;\n`;
}
