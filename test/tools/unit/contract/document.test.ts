/** What docs/openapi.yaml documents, it shows: an example of each answer and of each code. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { API_STATUS, type StatusName } from '../../../../functions/domain/api-status.ts';

interface Schema {
  readonly title?: string;
  readonly const?: number;
  readonly 'x-enum-varnames'?: readonly string[];
  readonly 'x-extensible-enum'?: readonly number[];
}

const { components } = parse(readFileSync(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')) as {
  components: {
    responses: Record<string, { readonly content: Record<string, { schema: object; examples: object }> }>;
    schemas: Record<string, object>;
  };
};
const responses = Object.entries(components.responses).map(([name, { content }]) => {
  const contents = Object.values(content);
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
