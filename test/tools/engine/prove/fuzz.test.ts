/** Seeded, so that failures are reproducible; `npm run fuzz` goes further. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { firmwareKind } from '../../../../tools/prove/fuzz/records/firmware-kind.ts';
import { sessionKind } from '../../../../tools/prove/fuzz/records/session-kind.ts';
import { upgradeKind } from '../../../../tools/prove/fuzz/records/upgrade-kind.ts';
import { fuzzEvents, fuzzRecords, KINDS } from '../../../../tools/prove/fuzz/run.ts';
import { OPERATIONS, startFuzzStage, type FuzzStage } from '../../../../tools/prove/fuzz/stage.ts';
import { devAssembly } from '../../../support/assemblies.ts';
import { stage as shared } from '../../../support/stage.ts';

const onRun = () => undefined;

const scope = new AsyncDisposableStack();
let stage: FuzzStage;

beforeAll(async () => {
  stage = await startFuzzStage(scope, await devAssembly(), { endpoint: shared.dynamodbEndpoint });
}, 60_000);
afterAll(() => scope.disposeAsync());

test('5,000 events of all kinds get no 5xx, no rejection, no echo and no right that is not theirs', async () => {
  expect(await fuzzEvents(stage, OPERATIONS, { seed: 4, runs: 5_000, onRun })).toEqual([]);
}, 180_000);

describe('Odd records give no 5xx and no wrong right', () => {
  test.each(KINDS.map((kind) => [kind.name, kind] as const))(
    '%s',
    async (_name, kind) => {
      expect(await fuzzRecords(stage, kind, { seed: 4, runs: 60, onRun })).toEqual([]);
    },
    60_000,
  );
});

describe('An attribute named __proto__', () => {
  const hostile = { ['__proto__']: { M: { role: { S: 'admin' }, state: { S: 'withdrawn' } } } };

  test('gives a session neither an error nor rights', async () => {
    const session = { userName: { S: 'fuzz-owner' }, expiresAt: { N: '4102444800' } };
    expect(await sessionKind.attempt(stage, { ...hostile, ...session }, 1_000_000)).toEqual([]);
    expect(await sessionKind.attempt(stage, { ...hostile, ...session, role: { S: 'admin' } }, 1_000_001)).toEqual([]);
  });

  test('leaves a firmware available', async () => {
    const file = { version: { S: '9.0' }, location: { S: 's3://fuzz/9.bin' }, sizeBytes: { N: '10' } };
    const product = { familyId: { N: '3' }, modelId: { N: '2' }, hardwareVersion: { S: '1.0' } };
    const firmware = { ...product, ...file, state: { S: 'available' }, sha256: { S: 'a'.repeat(64) } };
    expect(await firmwareKind.attempt(stage, { ...hostile, ...firmware }, 1_000_000)).toEqual([]);
  });
});

test('A live upgrade whose record has an attribute named __proto__ is told as a repeat', async () => {
  const live = { firmwareId: { N: '21' }, state: { S: 'running' }, leaseEndsAt: { N: '4102444800' } };
  expect(await upgradeKind.attempt(stage, { ['__proto__']: { S: 'x' }, ...live }, 1_000_000)).toEqual([]);
});
