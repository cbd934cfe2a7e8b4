/** Links between documents, and the files that they name in code. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { documents, ROOT, textOf } from '../support/docs/documents.ts';
import { anchorsOf, filesNamedIn, linksIn } from '../support/docs/links.ts';

describe.each(documents)('%s', (document) => {
  const text = textOf(document);

  test('links to files that are there', () => {
    const targets = linksIn(text).map(({ path }) => path);
    expect(targets.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
  });

  test('links to headings that are there', () => {
    const lost = linksIn(text).filter(({ path, anchor }) => {
      const target = path === '' ? document : join(dirname(document), path);
      return anchor !== '' && target.endsWith('.md') && !anchorsOf(textOf(target)).includes(anchor);
    });
    expect(lost).toEqual([]);
  });

  test('names sources that are there', () => {
    expect(filesNamedIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test('A heading has the anchor that GitHub gives it', () => {
  const text = '# The *whole* `start-upgrade`, step by step\n```sh\n# no heading\n```\n## Twice\n## Twice';
  expect(anchorsOf(text)).toEqual(['the-whole-start-upgrade-step-by-step', 'twice', 'twice-1']);
});
