import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../functions/http/answer.ts';
import type { OpenApiDocument } from '../../tools/contract/openapi-file.ts';
import { responseValidator, type ValidateResponse } from '../../tools/contract/response-validator.ts';
import { assembliesFolder } from './assemblies.ts';

/** Loaded on demand: many suites make no HTTP requests. */
let validate: ValidateResponse | undefined;

/** Where the set-up stores docs/openapi.yaml as JSON, which every suite reads in no time. */
export const storedDocument = () => join(assembliesFolder(), 'openapi.json');

/** Throws when an answer does not match docs/openapi.yaml, or has a field that is not documented. */
export function holdToContract(...[request, answer]: Parameters<ValidateResponse>): void {
  validate ??= responseValidator(JSON.parse(readFileSync(storedDocument(), 'utf8')) as OpenApiDocument, {
    closed: true,
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
