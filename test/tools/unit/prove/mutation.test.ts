import { expect, test } from '@jest/globals';
import { judge, type Report } from '../../../../tools/prove/mutation/verdict.ts';

const FILE = 'functions/domain/answer.ts';

const reportOf = (...statuses: string[]): Report => ({
  files: {
    [FILE]: {
      mutants: statuses.map((status, index) => ({
        ...{ mutatorName: 'ConditionalExpression', replacement: 'true', status },
        location: { start: { line: index + 1 } },
      })),
    },
  },
});

const name = { file: FILE, mutator: 'ConditionalExpression', replacement: 'true' };
const explanation = { ...name, reason: 'The comparison is there for the type.' };

test('The score is the share of the mutants that a test noticed, without those that did not even load', () => {
  const report = reportOf('Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'CompileError');
  expect(judge(report, [])).toMatchObject({ mutants: 4, score: 0.5 });
});

test.each(['Survived', 'NoCoverage'])('A survivor that nothing explains is told with its line: %s', (status) => {
  expect(judge(reportOf('Killed', status), [])).toMatchObject({ unexplained: [{ ...name, line: 2 }], outdated: [] });
});

test('Each explanation stands for one survivor', () => {
  const twice = reportOf('Survived', 'Survived');
  expect(judge(twice, [explanation, explanation])).toMatchObject({ unexplained: [], outdated: [] });
  expect(judge(twice, [explanation]).unexplained).toEqual([{ ...name, line: 2 }]);
});

test('An explanation is outdated when its mutant is noticed or gone, and when all files were mutated but not its own', () => {
  expect(judge(reportOf('Killed'), [explanation]).outdated).toEqual([explanation]);
  expect(judge(reportOf(), [explanation]).outdated).toEqual([explanation]);
  expect(judge({ files: {} }, [explanation]).outdated).toEqual([]);
  expect(judge({ files: {} }, [explanation], { isWhole: true }).outdated).toEqual([explanation]);
});
