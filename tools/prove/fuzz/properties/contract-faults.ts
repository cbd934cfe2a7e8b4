import { openApiContract } from '../../../contract/contract/contract.ts';
import type { Operation } from '../stage/fuzz-stage.ts';
import type { Read } from './answer.ts';

const contract = openApiContract();

const asked: Record<Operation, { method: string; path: string }> = {
  'start-upgrade': { method: 'POST', path: '/sc_cloud/upgrade/start' },
  getStreamServersList: { method: 'GET', path: '/devices/FUZZ-0/V1.0/stream/getStreamServersList' },
};

/** What is wrong with an answer by docs/openapi.yaml, a line each. */
export function contractFaults(operation: Operation, answer: Read): readonly string[] {
  return contract(asked[operation], answer);
}
