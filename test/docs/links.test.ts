/** Links between documents, and the files that they name in code. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { documents, ROOT } from '../support/docs/documents.ts';
import { anchorsOf, filesNamedIn, linksOf } from '../support/docs/markdown.ts';

describe.each(documents)('%s', (document) => {
  test('links to files that are there', () => {
    const targets = linksOf(document).map(({ path }) => path);
    expect(targets.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
  });

  test('links to headings that are there', () => {
    const lost = linksOf(document).filter(({ path, anchor }) => {
      const target = path === '' ? document : join(dirname(document), path);
      return anchor !== '' && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
    expect(lost).toEqual([]);
  });

  test('names sources that are there', () => {
    expect(filesNamedIn(document).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
