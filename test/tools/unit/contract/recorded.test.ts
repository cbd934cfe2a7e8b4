/** The recorded answers, which are the examples of docs/openapi.yaml: everything documented is among them. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { API_STATUS, type StatusName } from '../../../../functions/domain/api-status.ts';
import { recordedAnswers } from '../../../../tools/contract/record/recorded.ts';

interface Response {
  readonly headers: Record<string, unknown>;
  readonly content: Record<string, { schema: object; examples: Record<string, { value: unknown }> }>;
}

const document = parse(readFileSync(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')) as {
  components: { responses: Record<string, Response>; schemas: Record<string, { const?: number }> };
};
const responses = Object.entries(document.components.responses);
const recorded = recordedAnswers();

const answersOf = (name: string) => recorded.filter(({ response }) => response === name);

/** Only AWS itself answers these. */
const AWS_ONLY = ['List429', 'Upgrade429'];

describe.each(responses)('The response %s', (name, { headers, content }) => {
  const bodies = Object.values(content);
  const examples = Object.assign({}, ...bodies.map((body) => body.examples)) as Record<string, { value: unknown }>;

  test('was given by a stage, unless AWS alone gives it', () => {
    expect(answersOf(name).length > 0).toBe(!AWS_ONLY.includes(name));
  });

  test('tells of the request id', () => {
    expect(headers).toHaveProperty('apigw-requestid');
  });

  test('has its answers for examples, as they came', () => {
    for (const answer of answersOf(name)) expect(examples[answer.name]?.value).toEqual(answer.body);
  });

  test('was given with each of its codes', () => {
    const given = new Set(answersOf(name).flatMap(({ body }) => codesIn(body)));
    for (const code of codeNames(bodies)) expect(given).toContain(API_STATUS[code].code);
  });
});

test('Each code of the API Status table is documented under its name, and was given', () => {
  const given = new Set(recorded.flatMap(({ body }) => codesIn(body)));
  for (const [name, { code }] of Object.entries(API_STATUS)) {
    expect(document.components.schemas[name]?.const).toBe(code);
    expect(given).toContain(code);
  }
});

test('Each code that a device may be told was told to one', () => {
  const told = new Set(answersOf('Upgrade200').flatMap(({ body }) => codesIn(body)));
  const documented = codeNames(document.components.schemas['UpgradeDetail']);
  expect(documented.map((name) => API_STATUS[name].code).filter((code) => !told.has(code))).toEqual([]);
  expect(documented).toHaveLength(7);
});

function codesIn(body: unknown): number[] {
  return [...JSON.stringify(body).matchAll(/"(?:result|status)":(\d+)/g)].map(([, code]) => Number(code));
}

/** The codes that a schema refers to. */
function codeNames(schema: object | undefined): StatusName[] {
  return [...JSON.stringify(schema).matchAll(/schemas\/([A-Z_]+)"/g)].map(([, name]) => name as StatusName);
}
