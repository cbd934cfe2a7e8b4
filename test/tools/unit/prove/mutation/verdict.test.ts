import { describe, expect, test } from '@jest/globals';
import type { Report } from '../../../../../tools/prove/mutation/report.ts';
import { judge } from '../../../../../tools/prove/mutation/verdict.ts';

const FILE = 'functions/domain/answer.ts';
const SOURCE = `/** The answer. */
export function answer(asked: boolean): number {
  return asked ? 42 : 0;
}
`;

type Mutant = Report['files'][string]['mutants'][number];

/** A mutant of the condition in the third line. */
function mutant(status: string, replacement = 'true'): Mutant {
  const location = { start: { line: 3, column: 10 }, end: { line: 3, column: 15 } };
  return { mutatorName: 'ConditionalExpression', replacement, status, location };
}

function reportOf(...mutants: Mutant[]): Report {
  return { files: { [FILE]: { source: SOURCE, mutants } } };
}

const survivor = {
  file: FILE,
  mutator: 'ConditionalExpression',
  line: 'return asked ? 42 : 0;',
  original: 'asked',
  replacement: 'true',
};

describe('The score', () => {
  test('is the share of the mutants that a test noticed, be it by never coming to an end', () => {
    const report = reportOf(mutant('Killed'), mutant('Timeout'), mutant('Survived'), mutant('NoCoverage'));
    expect(judge(report, [])).toMatchObject({ mutants: 4, score: 0.5 });
  });

  test('leaves out mutants with which the tests did not even load', () => {
    const report = reportOf(mutant('Killed'), mutant('RuntimeError'), mutant('Survived'));
    expect(judge(report, [])).toMatchObject({ mutants: 2, score: 0.5 });
  });
});

describe('A survivor', () => {
  test.each(['Survived', 'NoCoverage'])('that the list does not explain (%s) is told with its line', (status) => {
    expect(judge(reportOf(mutant(status)), [])).toMatchObject({ unexplained: [survivor], outdated: [] });
  });

  test('that the list explains is accepted, wherever its line has moved', () => {
    const report = reportOf(mutant('Survived'));
    const moved = {
      files: { [FILE]: { source: `\n${SOURCE}`, mutants: [{ ...mutant('Survived'), location: below() }] } },
    };
    expect(judge(report, [survivor])).toMatchObject({ unexplained: [], outdated: [] });
    expect(judge(moved, [survivor])).toMatchObject({ unexplained: [], outdated: [] });
  });

  test('that stands twice needs two explanations', () => {
    const twice = reportOf(mutant('Survived'), mutant('Survived'));
    expect(judge(twice, [survivor])).toMatchObject({ unexplained: [survivor] });
    expect(judge(twice, [survivor, survivor])).toMatchObject({ unexplained: [], outdated: [] });
  });

  test('over several lines is told on one', () => {
    const block = {
      mutatorName: 'BlockStatement',
      replacement: '{}',
      status: 'Survived',
      location: { start: { line: 2, column: 48 }, end: { line: 4, column: 2 } },
    };
    expect(judge(reportOf(block), []).unexplained).toEqual([
      {
        file: FILE,
        mutator: 'BlockStatement',
        line: 'export function answer(asked: boolean): number {',
        original: '{ return asked ? 42 : 0; }',
        replacement: '{}',
      },
    ]);
  });
});

describe('An explanation is outdated', () => {
  test.each([reportOf(mutant('Killed')), reportOf(mutant('Survived', 'false'))])(
    'when its mutant is noticed, or gone: %#',
    (report) => {
      expect(judge(report, [survivor]).outdated).toEqual([survivor]);
    },
  );

  test('but not when its file was not mutated', () => {
    expect(judge({ files: {} }, [survivor]).outdated).toEqual([]);
  });
});

function below() {
  return { start: { line: 4, column: 10 }, end: { line: 4, column: 15 } };
}
