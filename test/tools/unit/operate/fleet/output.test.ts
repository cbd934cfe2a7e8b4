import { WriteStream } from 'node:tty';
import { describe, expect, jest, test } from '@jest/globals';
import { CommandError } from '../../../../../tools/command-line.ts';
import { messageOf } from '../../../../../tools/operate/fleet/errors.ts';
import { detailLines, listLine, moment, plain, Printer, scalarsOf } from '../../../../../tools/operate/fleet/output.ts';
import { errorPrinter } from '../../../../../tools/run-program.ts';
import { objectsIn } from '../../../../support/fleet.ts';
import { runProgram } from '../../../../support/run-program.ts';
import { viewOf } from '../../../../../tools/operate/fleet/upgrade/records.ts';
import type { RolloutDetail } from '../../../../../client/src/index.ts';
import { StoreUnavailable } from '../../../../../functions/domain/ports.ts';
import { NO_MEMBERS } from '../../../../../functions/domain/members.ts';
import { remedyOf } from '../../../../../tools/operate/fleet/rollout/show.ts';
import { faultOf, isSettled } from '../../../../../tools/operate/fleet/rollout/watch.ts';

test.each<[unknown, string]>([
  ['text', 'text'],
  [0, '0'],
  [false, 'false'],
  [undefined, '-'],
  [null, '-'],
  [{ secret: 1 }, '-'],
  ['two\r\nlines', 'two\\u000d\\u000alines'],
  ['ünï "c" \\ 完 🚀', 'ünï "c" \\ 完 🚀'],
])('A stored value is one line: %j', (value, text) => {
  expect(plain(value)).toBe(text);
});

describe('What a terminal would act upon, or show otherwise than it is,', () => {
  const between = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  const odd = [
    ...[...between(0, 0x1f), ...between(0x7f, 0x9f), '\u061c', ...between(0x200b, 0x200f), ...between(0x2028, 0x202e)],
    ...[...between(0x2066, 0x2069), '\ufeff', '\u{e0041}', '\ud800'],
    ...['\u034f', '\u2800', '\u3164', '\ufe0f', '\u00a0', '\u2003', '\u3000'],
  ];
  const value = odd.join('');

  /** All that a printer can print, and an error. */
  const printed = (json: boolean) =>
    runProgram(async (_args, context) => {
      const printer = new Printer(context, json);
      printer.print({ value }, value, [value, { style: 'red', text: value }], ...detailLines({ value, sn: value }));
      await printer.list({ sn: 1, value: 1 }, [{ sn: value, value }]);
      printer.note(value);
      printer.progress(value);
      errorPrinter(json ? ['--json'] : [], context)(value);
      return 0;
    }, []);

  test.each([false, true])('is escaped in every line of the fleet tool; with --json: %p', async (json) => {
    const { stdout, stderr } = await printed(json);
    expect(odd.filter((character) => `${stdout}${stderr}`.replaceAll('\n', '').includes(character))).toEqual([]);
    expect(stdout.split('\n')).toHaveLength(json ? 3 : 7);
  });

  test('is what it was for whoever reads the JSON', async () => {
    const { stdout, stderr } = await printed(true);
    expect(objectsIn(stdout + stderr).slice(0, 3)).toEqual([{ value }, { sn: value, value }, { progress: value }]);
  });
});

test('Only attributes that were asked for, and are no lists or maps, are shown', () => {
  const item = { sn: 'A1', online: false, modelId: 0, streamServers: ['secret'], other: 'secret' };
  const shown = scalarsOf(item, ['sn', 'online', 'modelId', 'streamServers', 'absent']);
  expect(shown).toEqual({ sn: 'A1', online: false, modelId: 0 });
});

test('A list is aligned in columns, without spaces at the end', () => {
  const columns = { sn: 4, state: 6, reason: 1 };
  expect(listLine(columns)).toBe('sn    state   reason');
  expect(listLine(columns, { sn: 'A1', state: 'failed', reason: 'why' })).toBe('A1    failed  why');
  expect(listLine(columns, { sn: 'A1' })).toBe('A1    -       -');
});

test('A record has an attribute on each line, without those that are missing', () => {
  expect(detailLines({ sn: 'A1', online: false, reason: undefined })).toEqual(['sn      A1', 'online  false']);
});

test.each<[unknown, string | undefined]>([
  [1_795_780_800, '2026-11-27T12:00:00.000Z'],
  [1_795_780_800_000, undefined],
  [0, undefined],
  ['1795780800', undefined],
])('Epoch seconds are shown as a moment, and nothing else is: %p', (seconds, text) => {
  expect(moment(seconds)).toBe(text);
});

test.each([
  ['dumb', false],
  ['xterm-256color', true],
])('A terminal of the kind %s gets control characters: %p', async (TERM, expected) => {
  const depth = WriteStream.prototype.getColorDepth.call(undefined as never, { TERM });
  const { stdout, stderr } = await runProgram((_args, context) => {
    for (const stream of [context.stdout, context.stderr])
      Object.assign(stream, { isTTY: true, getColorDepth: () => depth });
    new Printer(context, false).print({}, [{ style: 'red', text: 'one' }]);
    errorPrinter([], context)('two');
    return Promise.resolve(0);
  }, []);
  expect([stdout, stderr].map((text) => text.includes('\u001B['))).toEqual([expected, expected]);
});

test('Progress is a line on standard error at once, then at most every ten seconds', async () => {
  const times = [0, 0, 9_999, 10_000, 10_000, 19_999, 20_000, 20_000];
  jest.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 0);
  const { stdout, stderr } = await runProgram((_args, context) => {
    const printer = new Printer(context, false);
    for (const line of ['one', 'two', 'three', 'four', 'five']) printer.progress(line);
    return Promise.resolve(0);
  }, []);
  jest.restoreAllMocks();
  expect([stdout, stderr]).toEqual(['', 'one\nthree\nfive\n']);
});

test.each<[unknown, string]>([
  [new CommandError('There is no device A1'), 'There is no device A1'],
  [new TypeError('no'), 'TypeError: no'],
  ['thrown text', 'An unexpected error occurred'],
  [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'The stage cannot be reached (ECONNREFUSED)'],
  [new TypeError('fetch failed', { cause: { code: 'x' } }), 'TypeError: fetch failed'],
  [
    new Error('no', { cause: new Error('no', { cause: { code: 'EPIPE' } }) }),
    'The stage cannot be reached (EPIPE): start',
  ],
  [new StoreUnavailable('reading', { cause: new TypeError('no') }), 'TypeError: no'],
  [new StoreUnavailable('reading'), 'StoreUnavailable: reading did not succeed'],
  [new Error('Region is missing'), 'No valid AWS region is set: set AWS_REGION'],
  [Object.assign(new Error('none'), { name: 'CredentialsProviderError' }), 'No AWS credentials were found: sign in'],
  [Object.assign(new Error('none'), { name: 'ResourceNotFoundException' }), 'A table of the stage does not exist'],
])('An error says what happened, and what to do: %p', (error, text) => {
  expect(messageOf(error).slice(0, text.length)).toBe(text);
});

const NOW = 1_800_000_000;
const ago = (minutes: number) => new Date(NOW * 1_000 - minutes * 60_000).toISOString();

test.each([
  ['stuck', 'timed-out', { state: 'requested', leaseEndsAt: NOW - 5 }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: undefined }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: NOW * 1_000 }],
  ['stuck', 'requested', { state: 'requested', requestedAt: ago(11) }],
  ['fine', 'requested', { state: 'requested', requestedAt: ago(9) }],
  ['fine', 'running', { state: 'running', requestedAt: ago(11) }],
  ['fine', 'succeeded', { state: 'succeeded', leaseEndsAt: NOW - 5 }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: 2 ** 53 }],
  ['fine', 'failed', { state: 'failed', leaseEndsAt: NOW + 60 }],
])(
  'An upgrade is %s when it had no report for a whole lease, or since minutes after the request: %s %j',
  (what, state, record) => {
    const view = viewOf({ sn: 'A1', leaseEndsAt: NOW + 60, requestedAt: ago(1), ...record }, NOW);
    expect([view.stuck, view.state]).toEqual([what === 'stuck', state]);
  },
);

const rollout = (more: Partial<RolloutDetail>, counts: object = {}): RolloutDetail => {
  return { 'rollout-id': 'r', result: 0, version: 7, total: 9, counts: { ...NO_MEMBERS, ...counts }, ...more };
};

test.each<[RolloutDetail, string | undefined]>([
  [rollout({ state: 'running' }), undefined],
  [rollout({ state: 'paused', reason: 'operator' }), 'To go on: "rollout resume r --version 7"'],
  [
    rollout({ state: 'paused', reason: 'failures' }),
    '--states failed timed-out lost queued waiting" begins anew with another firmware',
  ],
  [rollout({ state: 'paused', reason: 'error' }), 'A run has failed on it'],
  [rollout({ state: 'paused', reason: 'of tomorrow' }), 'To go on: "rollout resume'],
])('A person is told what to do for %j', (detail, remedy) => {
  expect(remedyOf(detail)).toEqual(remedy && expect.stringContaining(remedy));
});

test.each<[RolloutDetail, string | undefined]>([
  [rollout({ state: 'completed' }, { succeeded: 8, skipped: 1 }), undefined],
  [rollout({ state: 'completed' }, { succeeded: 7, failed: 1, lost: 1 }), '2 of 9 devices have not succeeded'],
  [{ 'rollout-id': 'r', result: 0, state: 'completed' }, 'What became of the devices of r cannot be read'],
  [rollout({ state: 'paused', reason: 'gate' }, { running: 1 }), 'Roll-out r is paused (gate)'],
  [rollout({ state: 'cancelled' }, { queued: 9 }), 'Roll-out r is cancelled'],
])('What is watched has settled: %j', (detail, fault) => {
  expect([isSettled(detail), faultOf(detail)]).toEqual([true, fault && expect.stringContaining(fault)]);
});

test.each([rollout({ state: 'running' }), rollout({ state: 'cancelled' }, { running: 1 })])(
  'What is watched goes on: %j',
  (detail) => {
    expect(isSettled(detail)).toBe(false);
  },
);
