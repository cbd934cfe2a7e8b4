/** The interface, rule by rule, on fresh local stages: healthy ones and ones with a fault. Their answers are the examples of docs/openapi.yaml. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { casesFor, DEMO_SUBJECT } from '../../../tools/contract/cases/all.ts';
import { documentedBodies } from '../../../tools/contract/examples.ts';
import { answersOfFreshStages, bodiesOf, type Answered } from '../../../tools/contract/record.ts';
import { readDocument } from '../../../tools/contract/openapi-file.ts';
import { responseValidator, schemaValidator } from '../../../tools/contract/response-validator.ts';
import { faultsOf } from '../../../tools/contract/run-cases.ts';
import { devices } from '../../../tools/stage/demo-data/items.ts';
import { onOwnTables } from '../../support/own-tables.ts';
import { listOf, UPGRADE_PATH } from '../../support/stage.ts';

let answered: readonly Answered[];

beforeAll(async () => {
  answered = await answersOfFreshStages(await onOwnTables('Cases'));
});

describe('The interface', () => {
  const validate = responseValidator(readDocument(), { closed: true });
  const rules = new Set(casesFor(DEMO_SUBJECT).map(({ rule }) => rule));

  test.each([...rules])('%s', (rule) => {
    const cases = answered.filter(({ of }) => of.rule === rule);
    const faults = cases.map(({ of, answer }) => [of.name, faultsOf(of, answer, validate)]);
    expect(faults).toEqual(cases.map(({ of }) => [of.name, []]));
  });

  test('Over the demo fleet each type is shown configured and not configured', async () => {
    const lists = await Promise.all(devices.map(async ({ sn }) => (await listOf(sn)).body.serverList ?? []));
    const shown = new Set(lists.flat().map(({ type, isConfigured }) => `${String(type)} ${String(isConfigured)}`));
    expect(shown.size).toBe(12);
  });
});

describe('docs/openapi.yaml', () => {
  test('has these answers for examples (npm run openapi -- --record), and two that AWS alone gives', () => {
    const ofAws = { tooManyRequests: { message: 'Too Many Requests' }, noRoom: { message: 'Service Unavailable' } };
    expect(documentedBodies()).toEqual({ ...bodiesOf(answered), ...ofAws });
  });

  test('has a schema of requests that finds fault with those that start-upgrade refuses with 7, and with no others', () => {
    const faults = schemaValidator(readDocument());
    const ofStart = answered.filter(
      ({ of: { request } }) => request.path === UPGRADE_PATH && request.method === 'POST',
    );
    const judged = ofStart.flatMap(({ of: { name, request }, answer }) => {
      const { result } = JSON.parse(answer.text) as { result?: number };
      const isOfBody = request.path === UPGRADE_PATH && request.headers['idempotency-key'] === undefined;
      // Others are refused for the caller, for what is no JSON, or for the limits of the stage.
      if (!isOfBody || ![0, 7, 16, 38, 41].includes(result ?? -1)) return [];
      return { name, result, faults: faults('#/components/schemas/UpgradeRequest', JSON.parse(String(request.body))) };
    });
    expect(judged.length).toBeGreaterThan(30);
    expect(judged.filter(({ result, faults }) => faults.length > 0 !== (result === 7))).toEqual([]);
  });

  test('matches answers with further fields too, which later versions may have', () => {
    const validate = responseValidator(readDocument());
    for (const { of, answer } of answered) {
      const text = answer.text.replaceAll('{', '{"added":1,');
      expect([of.name, validate(of.request, { ...answer, text })]).toEqual([of.name, []]);
    }
  });
});
