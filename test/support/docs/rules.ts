import { expect } from '@jest/globals';
import type { Block } from './blocks.ts';
import { textOf } from './documents.ts';
import type { Rule } from './test-document.ts';

/** A block that another test takes from the document and runs; `file` is where that test names the document. */
export function testedBy(file: string): Rule {
  return ({ document }) => {
    expect(textOf(file)).toContain(document);
    return Promise.resolve('');
  };
}

/** A block that cannot be run in a test, and why; what can be checked of it is. */
export function notRun(_why: string, check: (block: Block) => void = () => undefined): Rule {
  return (block) => {
    check(block);
    return Promise.resolve('');
  };
}
