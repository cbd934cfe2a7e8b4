import { responseValidator, type ValidateResponse } from '../../tools/contract/response-validator.ts';

/** Read when it is needed: many suites ask nothing over HTTP. */
let validate: ValidateResponse | undefined;

/** Throws when an answer does not match docs/openapi.yaml, or has a field that is not documented. */
export function holdToContract(...[request, answer]: Parameters<ValidateResponse>): void {
  validate ??= responseValidator({ closed: true });
  const faults = validate(request, answer);
  if (faults.length === 0) return;
  throw new Error([`${request.method} ${request.path} broke docs/openapi.yaml:`, ...faults, answer.text].join('\n'));
}
