/** SECURITY.md names a test for each of its promises, and each of these tests exists. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sectionOf } from '../support/docs/markdown.ts';

const rows = sectionOf('SECURITY.md', 'What is promised')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-|promise )/.test(line))
  .map((line) => line.split(' | '));

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
