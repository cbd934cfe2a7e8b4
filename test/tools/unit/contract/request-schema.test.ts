/** The request schema of docs/openapi.yaml accepts exactly what the function accepts. */
import { expect, test } from '@jest/globals';
import { upgradeRequest } from '../../../../functions/upgrade/request.ts';
import { readDocument, schemaValidator } from '../../../../tools/contract/response-validator.ts';

const faults = schemaValidator(readDocument());

test.each<[unknown]>([
  [{ sn: ['A1'], 'firmware-id': 21 }],
  [{ sn: ['A1', 'A1'], 'firmware-id': 1, note: {} }],
  [{ sn: ['a'.repeat(64)], 'firmware-id': Number.MAX_SAFE_INTEGER }],
  [{ sn: ['a'.repeat(65)], 'firmware-id': 21 }],
  [{ sn: ['A1\n'], 'firmware-id': 21 }],
  [{ sn: ['-A1'], 'firmware-id': 21 }],
  [{ sn: [1], 'firmware-id': 21 }],
  [{ sn: 'A1', 'firmware-id': 21 }],
  [{ sn: ['A1'], 'firmware-id': 21, dryRun: false }],
  [{ sn: [], 'firmware-id': 21 }],
  [{ 'firmware-id': 21 }],
  [{ sn: ['A1'] }],
  [{ sn: ['A1'], 'firmware-id': '21' }],
  [{ sn: ['A1'], 'firmware-id': 0 }],
  [{ sn: ['A1'], 'firmware-id': 1.5 }],
  [{ sn: ['A1'], 'firmware-id': 2 ** 53 }],
  [{ sn: ['A1'], 'firmware-id': null }],
  [null],
  [[]],
  ['A1'],
])('%j', (body) => {
  const isDocumented = faults('#/components/schemas/UpgradeRequest', body).length === 0;
  expect(isDocumented).toBe(isTaken(body));
});

function isTaken(body: unknown): boolean {
  try {
    upgradeRequest(body, { maxBatchSize: 1000 }, { headers: {} });
    return true;
  } catch {
    return false;
  }
}
