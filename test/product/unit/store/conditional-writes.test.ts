/** Failures of single statements. The client is a stand-in: the engine fails none at will. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { BatchExecuteStatementCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { captureOutput } from '../../../support/console.ts';

const pauses: unknown[] = [];
/** Stands for a failure without a code. */
const NO_CODE = 'no code';

jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: (duration: unknown) => {
    pauses.push(duration);
    return Promise.resolve();
  },
}));

const { conditionalWriter } = await import('../../../../functions/store/conditional-writes.ts');

const { logged } = captureOutput();
beforeEach(() => {
  pauses.length = 0;
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/**
 * Makes a write for each name. The client gives these replies, one after the other: the codes with which statements fail,
 * or `ok`. Resolves to the outcomes by name, and to the statements of each call.
 */
async function write(names: readonly string[], replies: readonly (readonly string[])[], inTime = () => true) {
  const left = [...replies];
  const calls: string[] = [];
  const send = ({ input }: BatchExecuteStatementCommand) => {
    calls.push((input.Statements ?? []).map(({ Statement }) => Statement).join(''));
    const reply = left.shift();
    const Responses = reply?.map((Code) => {
      if (Code === 'ok') return {};
      return { Error: { ...(Code !== NO_CODE && { Code }), Message: 'SECRET-2', Item: { sn: { S: 'x' } } } };
    });
    return Promise.resolve({ Responses, $metadata: { attempts: 1 } });
  };
  const writeAll = conditionalWriter({ send } as unknown as DynamoDBClient);
  const writes = names.map((text) => ({
    text,
    parameters: [],
    resolve: (item: unknown, mayBeWritten: boolean) =>
      mayBeWritten || item === undefined
        ? ({ kind: 'unknown', mayBeWritten } as const)
        : ({ kind: 'refused', by: undefined } as const),
  }));
  const outcomes = await writeAll(writes, inTime);
  const told = [...outcomes].map(([{ text }, outcome]) => [
    text,
    outcome.kind === 'unknown' ? outcome.mayBeWritten : outcome.kind,
  ]);
  return { outcomes: Object.fromEntries(told) as Record<string, unknown>, calls };
}

test.each(['ThrottlingError', 'ProvisionedThroughputExceeded', 'RequestLimitExceeded', 'TransactionConflict'])(
  'Statements that fail with %s are made again, and they alone',
  async (code) => {
    const replies = [['ok', code, 'ConditionalCheckFailed', code], [code, 'DuplicateItem'], ['ok']];
    expect(await write(['a', 'b', 'c', 'd'], replies)).toEqual({
      outcomes: { a: 'written', b: 'written', c: 'refused', d: 'refused' },
      calls: ['abcd', 'bd', 'b'],
    });
    expect(pauses).toEqual([50, 100]);
    expect(logged).toEqual([]);
  },
);

test('A statement that met an internal error may have been written, whatever its repeats meet', async () => {
  const replies = [['InternalServerError'], ['ThrottlingError'], ['ConditionalCheckFailed']];
  expect((await write(['a'], replies)).outcomes).toEqual({ a: true });
});

test('Pauses double up to a second, and end with the time', async () => {
  let rounds = 0;
  const throttled = Array.from({ length: 9 }, () => ['ThrottlingError']);
  const { outcomes, calls } = await write(['a'], throttled, () => (rounds += 1) <= 7);
  expect(outcomes).toEqual({ a: false });
  expect(calls).toHaveLength(7);
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1000, 1000]);
});

test('Writes for which time ran out, throttled or not begun, are one warning for all calls; those that were taken add none', async () => {
  const warn = jest.spyOn(console, 'warn');
  const names = Array.from({ length: 9 * 25 }, (_, index) => String(index));
  const throttled = Array.from({ length: 8 }, () => ['ok', ...Array<string>(24).fill('ThrottlingError')]);
  let asked = 0;
  const { calls } = await write(names, throttled, () => (asked += 1) <= 8);
  expect(calls).toHaveLength(8);
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ code: 'WRITES_GIVEN_UP', devices: 9 * 25 - 8 })]]);
  expect(logged).toHaveLength(1);
});

const UNKNOWN = ['New', 'NotConditionalCheckFailed', 'DuplicateItems', 'ThrottlingErrors', 'NoThrottlingError'];

test.each([...UNKNOWN.map((code) => [code, code]), [NO_CODE, 'NoCode']])(
  'A failure with an unknown code (%j) is final, leaves nothing in doubt, and is logged without its text',
  async (code = '', reason = '') => {
    expect(await write(['a', 'b'], [['ok', code]])).toEqual({ outcomes: { a: 'written', b: false }, calls: ['ab'] });
    expect(logged).toEqual([expect.objectContaining({ code: 'WRITE_NOT_TAKEN', reason, devices: 1 })]);
    expect(JSON.stringify(logged)).not.toContain('SECRET-2');
  },
);

test('Writes that are not taken are an error of one line for each reason', async () => {
  const log = jest.spyOn(console, 'error');
  await write(['a', 'b', 'c', 'd'], [['AccessDenied', 'ok', 'ValidationError', 'AccessDenied']]);
  const line = (reason: string, devices: number) => [
    expect.objectContaining({ code: 'WRITE_NOT_TAKEN', reason, devices }),
  ];
  expect(log.mock.calls).toEqual([line('AccessDenied', 2), line('ValidationError', 1)]);
});

test('Replies that are too few, too many or absent do not count, as it is not known which belongs to which statement', async () => {
  expect((await write(['a', 'b'], [['ok']])).outcomes).toEqual({ a: true, b: true });
  expect((await write(['a'], [['ok', 'ok']])).outcomes).toEqual({ a: true });
  expect((await write(['a'], [])).outcomes).toEqual({ a: true });
  const error = expect.objectContaining({ message: 'the replies are not those to the statements' });
  expect(logged).toEqual(
    [2, 1, 1].map((devices) => expect.objectContaining({ code: 'WRITES_UNANSWERED', devices, error })),
  );
});

test('No more than eight calls are under way at a time, all requests of a container taken together', async () => {
  let underWay = 0;
  let most = 0;
  const send = async ({ input }: BatchExecuteStatementCommand) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return { Responses: input.Statements?.map(() => ({})), $metadata: { attempts: 1 } };
  };
  const writeAll = conditionalWriter({ send } as unknown as DynamoDBClient);
  const refused = () => ({ kind: 'refused', by: undefined }) as const;
  const writes = () => Array.from({ length: 200 }, () => ({ text: '', parameters: [], resolve: refused }));
  await Promise.all([writeAll(writes(), () => true), writeAll(writes(), () => true)]);
  expect(most).toBe(8);
});
