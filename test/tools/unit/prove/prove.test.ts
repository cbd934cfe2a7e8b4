/** What proofs are made of: breaks for the self-check, faults by a plan, and the verdict on mutants. */
import { expect, test } from '@jest/globals';
import { BREAKS } from '../../../../tools/prove/chaos-self-check/breaks.ts';
import { brokenModules } from '../../../../tools/prove/chaos-self-check/main.ts';
import {
  type FaultName,
  type FaultPlan,
  type FaultRule,
  interventionsOf,
} from '../../../../tools/prove/chaos/faults/fault-plan.ts';
import type { DatabaseCall } from '../../../../tools/stage/database-proxy/fault-proxy.ts';
import { judge } from '../../../../tools/prove/mutation/verdict.ts';

test.each(BREAKS)('The functions can still be broken like this for the self-check: $name', async (broken) => {
  expect(await brokenModules(broken)).not.toEqual(new Map());
});

const claimOf = (sn: string): DatabaseCall => ({
  operation: 'BatchExecuteStatement',
  input: { Statements: [{ Statement: `INSERT INTO "Upgrades" VALUE {'sn': ?}`, Parameters: [{ S: sn }] }] },
});
const readOf = (sn: string): DatabaseCall => ({ operation: 'GetItem', input: { Key: { sn: { S: sn } } } });

/** The fault that each call meets, one after the other. */
async function faultsOn(calls: readonly DatabaseCall[], rules: readonly FaultRule[], plan: Partial<FaultPlan> = {}) {
  let struck: FaultName | undefined;
  const onFault = (fault: FaultName) => (struck = fault);
  const intervene = interventionsOf({ seed: 1, rules, kill: () => undefined, onFault, ...plan });
  const faults: (FaultName | undefined)[] = [];
  for (const call of calls) {
    struck = undefined;
    await intervene(call, () => Promise.resolve({ status: 400, body: {} }));
    faults.push(struck);
  }
  return faults;
}

const many = Array.from({ length: 400 }, (_, index) => claimOf(`SN${String(index % 100)}`));
const mixed: FaultRule[] = [
  { fault: 'reply-dropped', rate: 0.1 },
  { fault: 'throttled', rate: 0.1 },
];

test('The same seed brings the same faults, another seed others', async () => {
  const faults = await faultsOn(many, mixed);
  expect(await faultsOn(many, mixed)).toEqual(faults);
  expect(await faultsOn(many, mixed, { seed: 2 })).not.toEqual(faults);
});

test('What a call meets does not depend on the calls for other items', async () => {
  const claims = Array.from({ length: 20 }, () => claimOf('SN7'));
  const alone = await faultsOn(claims, mixed);
  const others = claims.flatMap((claim) => [claim, claimOf('SN8')]);
  const among = await faultsOn(others, mixed);
  expect(among.filter((_fault, index) => index % 2 === 0)).toEqual(alone);
  expect(alone.some(Boolean)).toBe(true);
});

test('Faults strike about as often as their rates say, and once they do, go on for a while', async () => {
  const faults = await faultsOn(many, mixed);
  const firsts = faults.slice(0, 100);
  for (const { fault } of mixed) {
    const times = firsts.filter((one) => one === fault).length;
    expect(times).toBeGreaterThan(2);
    expect(times).toBeLessThan(25);
  }
  const next = firsts.flatMap((fault, index) => (fault ? [[fault, faults[index + 100]]] : []));
  expect(next.filter(([fault, after]) => fault === after).length).toBeGreaterThan(next.length / 4);
});

test.each<[FaultName, DatabaseCall['operation']]>([
  ['worker-killed', 'BatchExecuteStatement'],
  ['half-answered', 'BatchExecuteStatement'],
  ['unprocessed-keys', 'BatchGetItem'],
  ['unprocessed-items', 'BatchWriteItem'],
  ['transaction-conflict', 'ExecuteTransaction'],
  ['run-killed', 'ExecuteTransaction'],
])('The fault "%s" is one of %s alone', async (fault, operation) => {
  const calls = [readOf('SN1'), { operation, input: { Statements: [], RequestItems: {} } }];
  expect(await faultsOn(calls, [{ fault, rate: 1 }])).toEqual([undefined, fault]);
});

test('A rule may mean one item, or one operation', async () => {
  const calls = [claimOf('SN1'), claimOf('SN10'), readOf('SN1')];
  const rule: FaultRule = { fault: 'hang', rate: 1 };
  expect(await faultsOn(calls, [{ ...rule, item: 'SN1' }])).toEqual(['hang', undefined, 'hang']);
  expect(await faultsOn(calls, [{ ...rule, operation: 'GetItem' }])).toEqual([undefined, undefined, 'hang']);
});

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
