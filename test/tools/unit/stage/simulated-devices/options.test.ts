import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../../../tools/operate/http-checks/usage-error.ts';
import { readOptions } from '../../../../../tools/stage/options.ts';

test('Without --simulate no device is simulated', () => {
  expect(readOptions([])).toEqual({});
});

test('With it alone, every upgrade succeeds after 20 s, and the seed is any', () => {
  const { simulation } = readOptions(['--simulate']);
  expect(simulation).toEqual({ seed: expect.any(Number), fail: 0, silent: 0, seconds: 20 });
  expect(Number.isInteger(simulation?.seed)).toBe(true);
});

test('Duration, shares and seed may be given', () => {
  const args = ['--simulate', '--seconds', '3600', '--fail', '.25', '--silent=0.75', '--seed', '0'];
  expect(readOptions(args)).toEqual({ simulation: { seed: 0, fail: 0.25, silent: 0.75, seconds: 3_600 } });
});

describe('A command line that makes no sense', () => {
  test.each<[string, string[]]>([
    ['names an unknown option', ['--simulated']],
    ['holds an argument too many', ['simulate']],
    ['gives a value to --simulate', ['--simulate=yes']],
    ['lacks a value', ['--simulate', '--seed']],
    ['has an option for a value', ['--simulate', '--fail', '--silent']],
    ['says how to simulate, but not to', ['--seconds', '5']],
    ['has an upgrade take no time', ['--simulate', '--seconds', '0']],
    ['has an upgrade take for ever', ['--simulate', '--seconds', '3601']],
    ['has a duration that is not whole', ['--simulate', '--seconds', '1.5']],
    ['lets more fail than there are', ['--simulate', '--fail', '1.1']],
    ['lets fewer than none fail', ['--simulate', '--fail=-0.1']],
    ['has a share in percent', ['--simulate', '--silent', '5%']],
    ['has an empty share', ['--simulate', '--silent=']],
    ['has shares that are too much together', ['--simulate', '--fail', '0.6', '--silent', '0.5']],
    ['has a seed that is no number', ['--simulate', '--seed', 'x']],
    ['has a seed of too many digits', ['--simulate', '--seed', '1000000000']],
  ])('is refused when it %s', (_what, args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});
