import { openApiContract, type Answered, type Asked, type Contract } from '../../tools/contract/contract/contract.ts';

/** Read when it is needed: many suites ask nothing over HTTP. */
let contract: Contract | undefined;

/** Throws when an answer does not keep to docs/openapi.yaml. */
export function holdToContract(asked: Asked, answered: Answered): void {
  contract ??= openApiContract();
  const faults = contract(asked, answered);
  if (faults.length === 0) return;
  throw new Error([`${asked.method} ${asked.path} broke docs/openapi.yaml:`, ...faults, answered.text].join('\n'));
}
