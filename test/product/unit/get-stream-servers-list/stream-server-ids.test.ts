import { describe, expect, test } from '@jest/globals';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';

describe('the id of an entry', () => {
  test.each([0, 7, 4294967296, 9007199254740991])('is %i when the device gave that', (id) => {
    expect(idsOf([{ id, type: 2 }])[1]).toBe(id);
  });

  test.each([undefined, null, -1, 1.5, 9007199254740992, NaN, Infinity, '70', 70n, true, [70], {}])(
    'is the number of the type when the device gave %p',
    (id) => {
      expect(idsOf([{ id, type: 5 }])).toEqual([1, 2, 3, 6, 4, 5]);
    },
  );

  test('stays with the entry listed first when the device gave it twice', () => {
    expect(
      idsOf([
        { id: 70, type: 4 },
        { id: 70, type: 6 },
      ]),
    ).toEqual([1, 2, 3, 70, 4, 5]);
  });

  test('is the smallest free number when that of the type is taken, and shifts no other', () => {
    expect(idsOf([{ id: 1, type: 4 }])).toEqual([4, 2, 3, 6, 1, 5]);
  });

  test('from the device wins over made-up ones, wherever it stands', () => {
    expect(
      idsOf([
        { id: 3, type: 5 },
        { id: 2, type: 4 },
        { id: 4, type: 6 },
      ]),
    ).toEqual([1, 5, 6, 4, 2, 3]);
  });

  test('is unique when the device gave one id to all', () => {
    expect(
      idsOf([
        { id: 2, type: 1 },
        { id: 2, type: 2 },
        { id: 2, type: 3 },
        { id: 2, type: 4 },
        { id: 2, type: 5 },
        { id: 2, type: 6 },
      ]),
    ).toEqual([2, 1, 3, 6, 4, 5]);
  });

  test('may be that of an entry that is not listed, since its type was there before', () => {
    expect(
      idsOf([
        { id: 70, type: 1 },
        { id: 2, type: 1 },
      ]),
    ).toEqual([70, 2, 3, 6, 4, 5]);
  });
});

function idsOf(stored: unknown): readonly number[] {
  return listStreamServers(stored).map(({ id }) => id);
}
