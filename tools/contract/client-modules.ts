import openapiTS, { astToString } from 'openapi-typescript';
import { API_STATUS } from '../../functions/domain/api-status.ts';
import { MEANINGS, statusNames } from './schemas/api-status.ts';

const NOTICE = '// Written by `npm run openapi` in the root of the project.\n\n';

/** The TypeScript types of the document. */
export async function typesModule(document: object): Promise<string> {
  return `${NOTICE}${astToString(await openapiTS(JSON.stringify(document)))}`;
}

/** The API Status table by itself: the client is a package of its own and cannot reach into the service. */
export function apiStatusModule(): string {
  const lines = statusNames().map((name) => `/** ${MEANINGS[name]} */\n${name}: ${String(API_STATUS[name].code)},`);
  return `${NOTICE}/** Every result code by name. */\nexport const API_STATUS = {\n${lines.join('\n')}\n} as const;\n`;
}
