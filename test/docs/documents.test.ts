/** Every fenced block of every document has a test: those of large documents in files of their own, all others here. */
import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { blocksOf, documents, ROOT, textOf } from '../support/docs/documents.ts';
import { notRun, type Rule, testDocument, testedBy } from '../support/docs/test-document.ts';

/** How a test file names its document. */
const TESTED = /testDocument\(\s*'(?<document>[^']+)'/g;

test('Each document with fenced blocks is tested once', () => {
  const sources = globSync('test/docs/*.test.ts', { cwd: ROOT }).map(textOf);
  const tested = sources.flatMap((source) => [...source.matchAll(TESTED)].map(({ groups }) => groups?.['document']));
  const withBlocks = documents.filter((document) => blocksOf(document).length > 0);
  expect(withBlocks.filter((document) => tested.filter((each) => each === document).length !== 1)).toEqual([]);
});

/** Nothing but scripts that take minutes; their names and options are tested for all documents. */
const takesMinutes: Rule = ({ text }) => {
  const commands = text.split('\n').filter((line) => /^[^#\s]/.test(line));
  for (const command of commands)
    expect(command).toMatch(/^npm run (?:--silent )?(?:bench|chaos|fuzz|mutation|soak)\b/);
  expect(commands).not.toEqual([]);
  return '';
};

testDocument('test/README.md', { sh: notRun('the tests themselves') });
testDocument('docs/capacity.md', { text: notRun('a formula') });
testDocument('docs/performance.md', { sh: takesMinutes });
testDocument('docs/reliability.md', { sh: takesMinutes });
testDocument('client/README.md', { 'stream-fleet-client: ts': testedBy('test/client/engine/package.test.ts') });
testDocument('tools/operate/fleet/README.md', {
  'Fleet tool: text': notRun('how commands are written'),
  'A campaign: sh': testedBy('test/tools/engine/operate/fleet-story.test.ts'),
});
