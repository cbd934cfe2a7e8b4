/** What docs/openapi.yaml documents, it shows: an example of each answer and of each code. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { API_STATUS, type StatusName } from '../../../../functions/domain/api-status.ts';

interface Response {
  readonly content: Record<string, { schema: object; examples: object }>;
}

const { components } = parse(readFileSync(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')) as {
  components: {
    responses: Record<string, Response>;
    schemas: Record<
      string,
      { const?: number; properties?: { result?: { 'x-extensible-enum'?: number[]; 'x-enum-varnames'?: string[] } } }
    >;
  };
};
const responses = Object.entries(components.responses).map(([name, { content }]) => {
  const contents = Object.values(content);
  const documented = contents.flatMap(({ schema }) => codesNamedIn(schema));
  return { name, documented, given: new Set(contents.flatMap(({ examples }) => codesGivenIn(examples))) };
});

test('Each code of the API Status table is documented under its name, and some example has it', () => {
  const ofDevices = Object.values(components.schemas).flatMap(({ properties }) => properties?.result ?? []);
  const given = new Set(responses.flatMap((response) => [...response.given]));
  for (const [name, { code }] of Object.entries(API_STATUS)) {
    const isOfDevices = ofDevices.some(
      (codes) => codes['x-enum-varnames']?.[codes['x-extensible-enum']?.indexOf(code) ?? -1] === name,
    );
    expect([name, components.schemas[name]?.const === code || isOfDevices, given.has(code)]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

test('Each code with which a response may refuse has an example there', () => {
  const missing = responses.map(({ name, documented, given }) => [name, documented.filter((code) => !given.has(code))]);
  expect(missing).toEqual(responses.map(({ name }) => [name, []]));
  expect(responses.flatMap(({ documented }) => documented)).not.toEqual([]);
});

test('Each code that start-upgrade may tell a device has an example', () => {
  const given = responses.find(({ name }) => name === 'Upgrade200')?.given;
  const documented = components.schemas['UpgradeDetail']?.properties?.result?.['x-extensible-enum'] ?? [];
  expect(documented.filter((code) => !given?.has(code))).toEqual([]);
  expect(documented).toHaveLength(7);
});

function codesGivenIn(examples: object): number[] {
  return [...JSON.stringify(examples).matchAll(/"(?:result|status)":(\d+)/g)].map(([, code]) => Number(code));
}

/** The codes that a schema refers to. */
function codesNamedIn(schema: object): number[] {
  const names = [...JSON.stringify(schema).matchAll(/schemas\/([A-Z_]+)"/g)].map(([, name]) => name as StatusName);
  return names.map((name) => API_STATUS[name].code);
}
