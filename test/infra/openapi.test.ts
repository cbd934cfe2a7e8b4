/**
 * docs/openapi.yaml against its sources, the stack that it describes, and the rules of its format. What it documents, it
 * shows: an example of each answer and of each code.
 */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import { API_STATUS, type StatusName } from '../../functions/domain/api-status.ts';
import { idempotencyKey } from '../../functions/http/idempotency-key.ts';
import { readDocument } from '../../tools/contract/openapi-file.ts';
import { resources, templateOf } from '../support/templates.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test('docs/openapi.yaml, and what the client has from it, are as npm run openapi writes them', async () => {
  const check = promisify(execFile)(process.execPath, [path('tools/contract/main.ts'), '--check'], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(await check).toEqual({ stdout: '', stderr: '' });
});

test('Redocly’s strictest rules find nothing', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'info-contact': 'error', 'info-license-strict': 'error' },
  });
  expect(await lint({ ref: path('docs/openapi.yaml'), config })).toEqual([]);
});

test('The API has exactly the paths and methods of the document', () => {
  const routes = Object.values(resources(templateOf('prod'), 'AWS::ApiGatewayV2::Route'));
  const documented = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
  );
  expect(routes.map(({ Properties }) => Properties['RouteKey']).sort()).toEqual(documented.sort());
});

interface Schema {
  readonly title?: string;
  readonly const?: number;
  readonly 'x-enum-varnames'?: readonly string[];
  readonly 'x-extensible-enum'?: readonly number[];
}

const document = readDocument() as ReturnType<typeof readDocument> & {
  components: { schemas: Record<string, object>; parameters: { idempotencyKey: { schema: { pattern: string } } } };
};
const { components } = document;

const responses = Object.entries(components.responses).map(([name, { content }]) => {
  const contents = Object.values(content) as { schema: object; examples: object }[];
  const documented = contents.flatMap(({ schema }) => codesNamedIn(schema));
  return { name, documented, given: new Set(contents.flatMap(({ examples }) => codesGivenIn(examples))) };
});

test('Each code of the API Status table is documented under its name, and some example has it', () => {
  const given = new Set(responses.flatMap((response) => [...response.given]));
  const documented = codesNamedIn(components);
  for (const [name, { code }] of Object.entries(API_STATUS))
    expect([name, documented.includes(code), given.has(code)]).toEqual([name, true, true]);
});

test('Each code with which a response may refuse has an example there', () => {
  const missing = responses.map(({ name, documented, given }) => [name, documented.filter((code) => !given.has(code))]);
  expect(missing).toEqual(responses.map(({ name }) => [name, []]));
  expect(responses.flatMap(({ documented }) => documented)).not.toEqual([]);
});

test('Each code that start-upgrade may tell a device has an example', () => {
  const given = responses.find(({ name }) => name === 'Upgrade200')?.given;
  const documented = codesNamedIn(components.schemas['UpgradeDetail'] ?? {});
  // A device alone is told 41 only by a claim that meets another of its key.
  expect(documented.filter((code) => !given?.has(code))).toEqual([41]);
  expect(documented).toHaveLength(8);
});

function codesGivenIn(examples: object): number[] {
  return [...JSON.stringify(examples).matchAll(/"(?:result|status)":(\d+)/g)].map(([, code]) => Number(code));
}

/** The codes that are documented in a part of the document: by name, each with its own number. */
function codesNamedIn(part: object): number[] {
  const found: number[] = [];
  JSON.stringify(part, (_key, value: Schema | undefined) => {
    const named = value?.title === undefined ? [] : [[value.title, value.const]];
    const growing = value?.['x-enum-varnames']?.map((name, at) => [name, value['x-extensible-enum']?.[at]]) ?? [];
    for (const [name, code] of [...named, ...growing]) {
      expect([name, code]).toEqual([name, API_STATUS[name as StatusName].code]);
      found.push(Number(code));
    }
    return value;
  });
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

/** All schemas of the document, by JSON pointer. */
function schemasIn(value: unknown, pointer = ''): [string, Fields][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, each]) => schemasIn(each, `${pointer}/${key}`));
  return [[pointer, { ...value }], ...below];
}

const all = schemasIn(document).filter(([pointer]) => !/\/examples?\//.test(pointer));
const where = (is: (schema: Fields) => boolean) => all.filter(([, schema]) => is(schema)).map(([pointer]) => pointer);

test('Integers that may exceed 32 bits say so', () => {
  const ids = all.filter(([pointer]) => /properties\/(id|firmware-id)$/.test(pointer));
  expect(ids.map(([, { type, format }]) => [type, format])).toEqual(ids.map(() => ['integer', 'int64']));
  expect(ids.length).toBeGreaterThan(2);
});

test('Only the types of stream servers, which the interface fixes, are an enumeration that cannot grow', () => {
  expect(where((schema) => 'enum' in schema)).toEqual(['/components/schemas/StreamConfigInfo/properties/type']);
});

test('No answer and no code is a choice: a code of a device is an integer, with its values and their names', () => {
  const results = all.filter(([pointer]) => pointer.endsWith('Detail/properties/result')).map(([, schema]) => schema);
  expect(results).toHaveLength(7);
  expect(where((schema) => 'oneOf' in schema)).toEqual([]);
  for (const { type, 'x-extensible-enum': codes, 'x-enum-varnames': names, ...rest } of results) {
    expect([type, Object.keys(rest)]).toEqual(['integer', ['description']]);
    expect((codes as unknown[]).length).toBe((names as unknown[]).length);
  }
});

test.each(['k', '"k"', 'a:b=', 'k"', '"k', '""', 'rollout:x', '"rollout:x"', 'a, b', 'x'.repeat(65)])(
  'The document takes the key %j if the service does',
  (header) => {
    const pattern = new RegExp(components.parameters.idempotencyKey.schema.pattern);
    const take = () => idempotencyKey({ headers: { 'idempotency-key': header } });
    if (pattern.test(header)) expect(take).not.toThrow();
    else expect(take).toThrow();
  },
);
