import { describe, expect, test } from '@jest/globals';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';

/** The ids in the order of the list, whose types are 1, 2, 3, 6, 4, 5. */
const idsOf = (stored: unknown) => listStreamServers(stored).map(({ id }) => id);

describe('The id of an entry', () => {
  test.each([0, 7, 4294967296, 9007199254740991])('is %i when the device gave that', (id) => {
    expect(idsOf([{ id, type: 2 }])[1]).toBe(id);
  });

  test.each([undefined, null, -1, 1.5, 9007199254740992, NaN, Infinity, '70', 70n, true, [70], {}])(
    'is the number of the type when the device gave %p',
    (id) => {
      expect(idsOf([{ id, type: 5 }])).toEqual([1, 2, 3, 6, 4, 5]);
    },
  );

  test.each<[string, Record<number, number>, number[]]>([
    ['stays with the entry listed first when the device gave it twice', { 4: 70, 6: 70 }, [1, 2, 3, 70, 4, 5]],
    ['is the smallest free number when that of the type is taken, and shifts no other', { 4: 1 }, [4, 2, 3, 6, 1, 5]],
    ['from the device wins over made-up ones, wherever it stands', { 5: 3, 4: 2, 6: 4 }, [1, 5, 6, 4, 2, 3]],
    ['is unique when the device gave one to all', { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2 }, [2, 1, 3, 6, 4, 5]],
  ])('%s', (_rule, idByType, ids) => {
    expect(idsOf(Object.entries(idByType).map(([type, id]) => ({ type: Number(type), id })))).toEqual(ids);
  });

  test('may be that of an entry which is not listed, as its type was there before', () => {
    const twice = [70, 2].map((id) => ({ id, type: 1 }));
    expect(idsOf(twice)).toEqual([70, 2, 3, 6, 4, 5]);
  });
});
