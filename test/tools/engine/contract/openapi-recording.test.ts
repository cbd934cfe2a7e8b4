/** The recorded answers, which are the examples of docs/openapi.yaml, are those of a fresh local stage. */
import { expect, test } from '@jest/globals';
import { recordAnswers } from '../../../../tools/contract/record/record.ts';
import { recordedAnswers } from '../../../../tools/contract/record/recorded.ts';
import { responseValidator } from '../../../../tools/contract/response-validator.ts';
import { holdToContract } from '../../../support/contract.ts';
import { onOwnTables } from '../../../support/own-tables.ts';

test('A fresh local stage answers as it was recorded (npm run openapi -- --record), and as docs/openapi.yaml has it, now and with more fields', async () => {
  const answers = await recordAnswers(await onOwnTables('Recorded'));
  const bodies = recordedAnswers().map(({ name, body }) => [name, body]);
  expect(answers.map(({ name, body }) => [name, body])).toEqual(bodies);

  const validate = responseValidator();
  for (const { name, request, response, status, headers, body } of answers) {
    const text = JSON.stringify(body);
    holdToContract(request, { status, headers, text });
    expect([name, response]).toEqual([name, expect.stringMatching(new RegExp(`^[A-Z][A-Za-z]+${String(status)}$`))]);
    // Later versions may add fields to each object.
    const more = text.replaceAll('{', '{"added":1,');
    expect([name, validate(request, { status, headers, text: more })]).toEqual([name, []]);
  }
}, 120_000);
