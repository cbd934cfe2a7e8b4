import { expect } from '@jest/globals';
import type { Rule } from './test-document.ts';

/** A block that shows the output of the one before: JSON as a value, all else line by line. `…` stands for anything. */
export const shown: Rule = ({ language, text }, before) => {
  if (language === 'json') expectValue(JSON.parse(before), parseShown(text));
  else expectLines(before, text);
  return Promise.resolve('');
};

/** Holds an output to the lines that a document shows. */
export function expectLines(output: string, text: string): void {
  const lines = linesOf(output);
  const expected = linesOf(text).map((line, index) => (fits(line, lines[index] ?? '') ? lines[index] : line));
  expect(lines).toEqual(expected);
}

function expectValue(actual: unknown, example: unknown): void {
  expect(actual).toEqual(filled(example, actual));
}

/** JSON in which a bare `…` at the end of a list stands for any further entries. */
function parseShown(text: string): unknown {
  return JSON.parse(text.replaceAll(/(?<!")…(?!")/g, '"…"'));
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

function fits(line: string, actual: string): boolean {
  const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(actual);
}

/** The example with what it leaves open taken from the value. */
function filled(example: unknown, actual: unknown): unknown {
  if (example === '…') return actual;
  if (Array.isArray(example)) return filledList(example, Array.isArray(actual) ? actual : []);
  if (typeof example !== 'object' || example === null) return example;
  const fields = Object.entries(example);
  return Object.fromEntries(fields.map(([name, value]) => [name, filled(value, fieldOf(actual, name))]));
}

function filledList(example: readonly unknown[], actual: readonly unknown[]): unknown[] {
  const given = example.at(-1) === '…' ? example.slice(0, -1) : example;
  const open = given.length < example.length ? actual.slice(given.length) : [];
  return [...given.map((entry, index) => filled(entry, actual[index])), ...open];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
