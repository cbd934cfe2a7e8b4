/** What code that is generated from docs/openapi.yaml can read, whatever language it is in. */
import { expect, test } from '@jest/globals';
import { readDocument } from '../../../../tools/contract/response-validator.ts';

type Schema = Readonly<Record<string, unknown>>;

/** All schemas of the document, by JSON pointer. */
function schemasIn(value: unknown, pointer = ''): [string, Schema][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, each]) => schemasIn(each, `${pointer}/${key}`));
  return [[pointer, { ...value }], ...below];
}

const all = schemasIn(readDocument()).filter(([pointer]) => !/\/examples?\//.test(pointer));
const where = (is: (schema: Schema) => boolean) => all.filter(([, schema]) => is(schema)).map(([pointer]) => pointer);

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
  expect(results).toHaveLength(4);
  expect(where((schema) => 'oneOf' in schema)).toEqual([]);
  for (const { type, 'x-extensible-enum': codes, 'x-enum-varnames': names, ...rest } of results) {
    expect([type, Object.keys(rest)]).toEqual(['integer', ['description']]);
    expect((codes as unknown[]).length).toBe((names as unknown[]).length);
  }
});
