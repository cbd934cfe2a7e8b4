import { describe, expect, test } from '@jest/globals';
import { readOptions } from '../../../../../tools/prove/chaos/options.ts';
import { UsageError } from '../../../../../tools/operate/http-checks/usage-error.ts';

const rateOf = (args: readonly string[], fault: string) =>
  readOptions(args).rules.find((rule) => rule.fault === fault)?.rate;

test('Without options there are 10,000 requests with all faults on, of any seed', () => {
  const { seed, rules, ...options } = readOptions([]);
  expect(options).toMatchObject({ requests: 10_000, callers: 24, devices: 60 });
  expect(Number.isInteger(seed)).toBe(true);
  expect(rules.every(({ rate }) => rate > 0)).toBe(true);
});

test('Faults are switched off, multiplied, and set one by one', () => {
  expect(readOptions(['--faults', '0']).rules.every(({ rate }) => rate === 0)).toBe(true);
  const usual = rateOf([], 'hang') ?? 0;
  expect(rateOf(['--faults', '2'], 'hang')).toBe(2 * usual);
  const own = ['--faults', '0', '--fault', 'hang=0.25', '--fault', 'slow=1'];
  expect(['hang', 'slow', 'late'].map((fault) => rateOf(own, fault))).toEqual([0.25, 1, 0]);
});

describe('A command line that makes no sense', () => {
  test.each([
    [['--seed', '-1']],
    [['--seed=x']],
    [['--requests', '0']],
    [['--callers', '1.5']],
    [['--faults', '11']],
    [['--fault', 'hang']],
    [['--fault', 'hang=2']],
    [['--fault', 'earthquake=0.1']],
    [['--unheard-of']],
    [['stray']],
  ])('is refused in one line: %j', (args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});
