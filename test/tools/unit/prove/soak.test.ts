import { expect, test } from '@jest/globals';
import { judge, type Sample } from '../../../../tools/prove/soak/verdict.ts';

const flat = { rssMb: 300, heapMb: 40, sockets: 20, handles: 20, loopDelayMs: 10, p50Ms: 5, p99Ms: 20, requests: 40 };

const samplesOf = (at: (second: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 600 }, (_, second) => ({ ...flat, second, ...at(second) }));

const grown = (samples: readonly Sample[]) => judge(samples).flatMap((one) => (one.flat ? [] : [one.measure]));

test('What stays as it is, or falls, is flat', () => {
  expect(grown(samplesOf(() => ({})))).toEqual([]);
  expect(grown(samplesOf((second) => ({ rssMb: 900 - second })))).toEqual([]);
});

test('Growth in the first third, and single peaks, do no harm', () => {
  expect(grown(samplesOf((second) => ({ rssMb: Math.min(second, 200) * 3 })))).toEqual([]);
  expect(grown(samplesOf((second) => ({ heapMb: 40 + (second % 30) })))).toEqual([]);
});

test.each(['rssMb', 'heapMb', 'sockets', 'handles', 'p50Ms', 'p99Ms'] as const)('%s that grows is told', (measure) => {
  expect(grown(samplesOf((second) => ({ [measure]: flat[measure] + second / 2 })))).toEqual([measure]);
});
