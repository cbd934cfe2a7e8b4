import { expect, test } from '@jest/globals';
import { judge } from '../../../../tools/prove/mutation/verdict.ts';

const name = { file: 'functions/domain/answer.ts', mutator: 'ConditionalExpression', replacement: 'true' };
const explanation = { ...name, reason: 'The comparison is there for the type.' };

const runOf = (...statuses: string[]) => statuses.map((status, index) => ({ ...name, status, line: index + 1 }));

test('The score is the share of the mutants that a test noticed, without those that did not even load', () => {
  const run = runOf('Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'CompileError');
  expect(judge(run, [])).toMatchObject({ mutants: 4, score: 0.5 });
});

test.each(['Survived', 'NoCoverage'])('A survivor that nothing explains is told with its line: %s', (status) => {
  expect(judge(runOf('Killed', status), [])).toMatchObject({ unexplained: [{ ...name, line: 2 }], outdated: [] });
});

test('Each explanation stands for one survivor', () => {
  const twice = runOf('Survived', 'Survived');
  expect(judge(twice, [explanation, explanation])).toMatchObject({ unexplained: [], outdated: [] });
  expect(judge(twice, [explanation]).unexplained).toMatchObject([{ ...name, line: 2 }]);
});

test('An explanation is outdated when its mutant is noticed or gone, and when all files were mutated but not its own', () => {
  expect(judge(runOf('Killed'), [explanation]).outdated).toEqual([explanation]);
  expect(judge(runOf('Survived'), [explanation, explanation]).outdated).toEqual([explanation]);
  expect(judge([], [explanation]).outdated).toEqual([]);
  expect(judge([], [explanation], { isWhole: true }).outdated).toEqual([explanation]);
});
