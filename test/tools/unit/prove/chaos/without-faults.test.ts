import { describe, expect, test } from '@jest/globals';
import { check } from '../../../../../tools/prove/chaos/checker/check.ts';
import { ask, claimed, history, reported } from '../../../../support/histories.ts';

const broken = (run: Parameters<typeof check>[0]) => check(run).map(({ rule }) => rule);

describe('Without faults', () => {
  const faultless = { faultless: true };

  test.each([0, 1, 11, 12])('%i is certain enough', (code) => {
    expect(broken(history([ask('ann', code, faultless)], []))).not.toContain('certain without faults');
  });

  test.each([4, undefined])('nobody is told %s', (code) => {
    expect(broken(history([ask('ann', code, faultless)], []))).toEqual(['certain without faults']);
    expect(broken(history([ask('ann', code)], []))).toEqual([]);
  });

  test('4 is told by a cancel alone, and only where another upgrade to its firmware began meanwhile', () => {
    const cancel = ask('ann', 4, { ...faultless, operation: 'cancel-upgrade' });
    const meanwhile = [claimed('bob', 1_002), reported(claimed('bob', 1_002), 1_004, { state: 'succeeded' })];
    const after = (other: ReturnType<typeof ask>, versions = meanwhile) =>
      broken(history([ask('bob', 0), other], versions)).filter((rule) => rule === 'certain without faults');
    expect(after(cancel)).toEqual([]);
    expect(after({ ...cancel, operation: 'start-upgrade' })).toHaveLength(1);
    expect(after({ ...cancel, begun: 1_010, ended: 1_020 })).toHaveLength(1);
    expect(after({ ...cancel, firmwareId: 22 })).toHaveLength(1);
    expect(after(cancel, [])).toHaveLength(1);
  });

  test('no request is refused with HTTP 503', () => {
    const refused = ask('ann', undefined, { answer: { status: 503, codes: {} } });
    expect(broken(history([{ ...refused, ...faultless }], []))).toEqual(['certain without faults']);
    expect(broken(history([refused], []))).toEqual([]);
  });
});
