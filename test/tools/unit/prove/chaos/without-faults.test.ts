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

  test('4 is told only where another upgrade began meanwhile', () => {
    const meanwhile = [claimed('bob', 150), reported(claimed('bob', 150), 160, { state: 'succeeded' })];
    const during = ask('ann', 4, { ...faultless, begun: 140, ended: 170 });
    expect(broken(history([ask('bob', 0, { begun: 140, ended: 155 }), during], meanwhile))).not.toContain(
      'certain without faults',
    );
    expect(
      broken(history([ask('bob', 0, { begun: 140, ended: 155 }), { ...during, begun: 200, ended: 210 }], meanwhile)),
    ).toContain('certain without faults');
  });

  test('no request is refused with HTTP 503', () => {
    const refused = ask('ann', undefined, { answer: { status: 503, codes: {} } });
    expect(broken(history([{ ...refused, ...faultless }], []))).toEqual(['certain without faults']);
    expect(broken(history([refused], []))).toEqual([]);
  });
});
