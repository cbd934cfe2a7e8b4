import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../../functions/http/answer.ts';
import { readDocument, responseValidator, type ValidateResponse } from '../../tools/contract/response-validator.ts';
import { assembliesFolder } from './assemblies.ts';

type Document = ReturnType<typeof readDocument>;

/** Loaded on demand: many suites make no HTTP requests. */
let validate: ValidateResponse | undefined;

const storedDocument = () => join(assembliesFolder(), 'openapi.json');

/** Stores docs/openapi.yaml as JSON, which every suite reads in no time. */
export async function storeDocument(): Promise<void> {
  await writeFile(storedDocument(), JSON.stringify(readDocument()));
}

/** Throws when an answer does not match docs/openapi.yaml, or has a field that is not documented. */
export function holdToContract(...[request, answer]: Parameters<ValidateResponse>): void {
  validate ??= responseValidator({
    closed: true,
    document: JSON.parse(readFileSync(storedDocument(), 'utf8')) as Document,
  });
  const faults = validate(request, answer);
  if (faults.length === 0) return;
  throw new Error([`${request.method} ${request.path} broke docs/openapi.yaml:`, ...faults, answer.text].join('\n'));
}

/** The same for what a function returned, without a gateway. */
export function holdAnswerToContract(request: Parameters<ValidateResponse>[0], answer: Answer): void {
  const { statusCode: status, headers, body: text } = answer;
  holdToContract(request, { status, headers: new Headers(headers), text });
}
