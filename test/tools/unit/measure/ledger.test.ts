import { expect, test } from '@jest/globals';
import { Ledger } from '../../../../tools/measure/measure/ledger.ts';

test('The median of an even number of values is the middle of the middle two', () => {
  const ledger = new Ledger();
  ledger.add(['latency', 'ours'], 4, 1);
  ledger.add(['latency', 'ours'], 3, 10);
  expect(ledger.median(['latency', 'ours'])).toBe(3.5);
});

test('One in a hundred values may lie above the 99th percentile', () => {
  const ledger = new Ledger();
  ledger.add(['latency'], ...Array.from({ length: 100 }, (_, index) => index + 1));
  expect(ledger.p99(['latency'])).toBe(99);
});

test('What was not measured is not a number', () => {
  expect([new Ledger().median(['latency']), new Ledger().p99(['latency'])]).toEqual([NaN, NaN]);
});
