import { openApiContract, type Answered, type Asked } from '../../tools/openapi/contract/contract.ts';

const contract = openApiContract();

/** Throws when an answer does not keep to docs/openapi.yaml. */
export function holdToContract(asked: Asked, answered: Answered): void {
  const faults = contract(asked, answered);
  if (faults.length === 0) return;
  throw new Error([`${asked.method} ${asked.path} broke docs/openapi.yaml:`, ...faults, answered.text].join('\n'));
}
