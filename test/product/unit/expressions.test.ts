/** The regular expressions of the functions meet texts of strangers: none may take more than linear time. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSafe } from 'redos-detector';
import ts from 'typescript';

const FOLDER = fileURLToPath(new URL('../../../functions/', import.meta.url));

interface Expressions {
  readonly literals: string[];
  /** Made of other values; what they are made of is not known here. */
  readonly made: string[];
}

function expressionsIn(text: string, found: Expressions = { literals: [], made: [] }): Expressions {
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.literals.push(node.text);
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') found.made.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

/** How often a text may be gone over again is bounded, and it is begun at one place: anchored, or one character long. */
function isLinear(literal: string): boolean {
  const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? [];
  return (
    isSafe(new RegExp(source, flags)).safe && (source.startsWith('^') || !/[*+{]/.test(source.replaceAll(/\\p\{/g, '')))
  );
}

const files = globSync(`${FOLDER}**/*.ts`);
const { literals, made } = files.reduce(
  (found, file) => expressionsIn(readFileSync(file, 'utf8'), found),
  expressionsIn(''),
);

test('All expressions are found, and those that are not literals meet no text of a caller', () => {
  expect(literals.length).toBeGreaterThan(10);
  // Codes of DynamoDB's failures.
  expect(made).toEqual([expect.stringContaining('^(ThrottlingError|')]);
});

test.each([...new Set(literals)])('%s takes linear time', (literal) => {
  expect(isLinear(literal)).toBe(true);
});

describe('One that does not is found out:', () => {
  test.each(['/^(a+)+$/', '/^(.*)a(.*)a$/', '/a+b/g'])('%s', (literal) => {
    expect(isLinear(literal)).toBe(false);
  });
});
