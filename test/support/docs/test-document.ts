import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { blocksOf, textOf, type Block } from './documents.ts';

/**
 * How a block is tested. Takes the output of the block before, which the block may show, and resolves to its own.
 * Rejects when the block is wrong.
 */
export type Rule = (block: Block, before: string) => string | Promise<string>;

/** Programs that come with neither the project nor every system, and the words that call them: `aws` is a call of curl. */
const FOREIGN = { curl: 'curl|aws', jq: 'jq', openssl: 'openssl', python3: 'python3' };

const notInstalled = Object.entries(FOREIGN).filter(([program]) => spawnSync(program, ['--version']).error);

/**
 * A test for each code block of a document, by the rule for its name or else for its language. A block without a rule
 * fails, and so does a rule that names a missing block. A block that calls a program which is not installed is skipped,
 * and so are those after it, which may depend on it.
 * @param replacements texts to replace in all blocks, such as the address of the stage and its devices
 */
export function testDocument(
  document: string,
  rules: Readonly<Record<string, Rule>>,
  replacements: Readonly<Record<string, string>> = {},
): void {
  describe(document, () => {
    const blocks = blocksOf(document);
    let missing: string | undefined;
    let output = '';

    for (const block of blocks) {
      const rule = rules[block.name] ?? rules[block.language] ?? unknownBlock;
      missing ??= missingProgram(block);
      if (missing !== undefined) {
        test.skip(`"${block.name}" does what it says (skipped: ${missing} is not installed)`, () => undefined);
        continue;
      }
      test(`"${block.name}" does what it says`, async () => {
        const before = output;
        output = '';
        output = await rule({ ...block, text: replaceAll(block.text, replacements) }, before);
      });
    }

    test('each rule is for an existing block', () => {
      const named = Object.keys(rules).filter((name) => name.includes(': '));
      expect(named.filter((name) => !blocks.some((block) => block.name === name))).toEqual([]);
    });
  });
}

/** A block that another test takes from the document and runs; `file` is where that test names the document. */
export function testedBy(file: string): Rule {
  return ({ document }) => {
    expect(textOf(file)).toContain(document);
    return '';
  };
}

/** A block that cannot be run in a test, and why; `check` checks what it can. */
export function notRun(_why: string, check: (block: Block) => void = () => undefined): Rule {
  return (block) => {
    check(block);
    return '';
  };
}

/** A block that shows the output of the one before: JSON as a value, all else line by line. `…` stands for anything. */
export const shown: Rule = ({ language, text }, before) => {
  if (language === 'json') expectShown(compact(before), compact(text.replaceAll(/(?<!")…(?!")/g, '"…"')));
  else expectShown(before, text);
  return '';
};

/** Compares an output with the lines that a document shows, in which `…` stands for anything. */
export function expectShown(output: string, text: string): void {
  const lines = output.trimEnd().split('\n');
  const expected = text.trimEnd().split('\n');
  expect(lines).toEqual(expected.map((line, at) => (fits(line, lines[at] ?? '') ? lines[at] : line)));
}

function fits(line: string, actual: string): boolean {
  const parts = line.split(/"…"|…/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(actual);
}

function compact(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

const unknownBlock: Rule = ({ name }) => {
  throw new Error(`no test knows the block "${name}"`);
};

/** The first program that a block calls and that is not installed. */
function missingProgram({ language, text }: Block): string | undefined {
  const isCalled = ([program = '', words = '']) =>
    language === 'sh' ? new RegExp(`(^|[\\s(])(${words}) `, 'm').test(text) : program.startsWith(language);
  return notInstalled.find(isCalled)?.[0];
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((whole, [part, by]) => whole.replaceAll(part, by), text);
}
