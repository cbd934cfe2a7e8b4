import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { fileURLToPath } from 'node:url';
import { apiStatusModule, typesModule } from './client-modules.ts';
import { openApiDocument } from './document.ts';

/** A file and all that it should hold. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** The document, and what the client has from it. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  const document = openApiDocument();
  return [
    await file(
      'docs/openapi.yaml',
      `${NOTICE}${stringify(document, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 })}`,
    ),
    await file('client/src/generated/schema.ts', await typesModule(document)),
    await file('client/src/generated/api-status.ts', apiStatusModule()),
  ];
}

const NOTICE = '# Written by `npm run openapi`; a test says when it is not up to date.\n\n';

/** In the format of the project. */
export async function file(name: string, text: string): Promise<GeneratedFile> {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return { path, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
}
