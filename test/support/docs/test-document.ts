import { beforeAll, describe, expect, test } from '@jest/globals';
import { blocksOf, type Block } from './blocks.ts';

/**
 * What is done with a block. Takes the output of the block before, which the block may show, and resolves to its own.
 * Rejects when the block is not right.
 */
export type Rule = (block: Block, before: string) => Promise<string>;

/**
 * A test for each fenced block of a document, by the rule of its name or else of its language. A block without a rule
 * fails, and so does a rule for the name of a block that is not there.
 * @param replacements what is put in place of texts in all blocks: the address of the stage, devices of this test
 */
export function testDocument(
  document: string,
  rules: Readonly<Record<string, Rule>>,
  replacements: () => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): void {
  describe(document, () => {
    const blocks = blocksOf(document);
    let replaced: Readonly<Record<string, string>> = {};
    let output = '';

    beforeAll(async () => {
      replaced = await replacements();
    });

    for (const block of blocks) {
      test(`"${block.name}" is as it says`, async () => {
        const rule = rules[block.name] ?? rules[block.language];
        if (rule === undefined) throw new Error(`${document}: no test knows the block "${block.name}"`);
        const before = output;
        output = '';
        output = await rule({ ...block, text: replaceAll(block.text, replaced) }, before);
      }, 120_000);
    }

    test('no rule is left without a block', () => {
      const named = Object.keys(rules).filter((name) => name.includes(': '));
      expect(named.filter((name) => !blocks.some((block) => block.name === name))).toEqual([]);
    });
  });
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((whole, [part, by]) => whole.replaceAll(part, by), text);
}
