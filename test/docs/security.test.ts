/** SECURITY.md names a test for each of its promises, and each of these tests exists. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { rowsOf, sectionOf } from '../support/docs/documents.ts';

const rows = rowsOf(sectionOf('SECURITY.md', 'What is promised'));

describe.each(rows)('%s', (_promise, tests = '') => {
  const named = [...tests.matchAll(/\[(?<name>[^\]]+)\]\((?<file>[^)]+)\)/g)].map(({ groups }) => groups);

  test('is held by a test that is there', () => {
    expect(named).not.toEqual([]);
    for (const { name = '', file = '' } of named.map((groups) => groups ?? {})) {
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      expect(source.includes(name) || name === file).toBe(true);
    }
  });
});
