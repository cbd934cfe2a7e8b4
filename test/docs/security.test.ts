/** SECURITY.md names a test for each of its promises, and each of these tests exists. */
import { expect, test } from '@jest/globals';
import { rowsOf, sectionOf, textOf } from '../support/docs/documents.ts';

const rows = rowsOf(sectionOf('SECURITY.md', 'What is promised'));

test.each(rows)('SECURITY.md names an existing test for: %s', (_promise, tests = '') => {
  const named = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
  expect(named).not.toEqual([]);
  for (const [, name = '', file = ''] of named) expect(`${file}\n${textOf(file)}`).toContain(name);
});
