import { expect, test } from '@jest/globals';
import { listed } from '../../../../../tools/operate/fleet/upgrade/selection.ts';
import { piecesIn } from '../../../../support/pieces.ts';

const devicesIn = (list: string) => Array.fromAsync(listed(piecesIn(list)));

test.each([
  ['one serial number a line', ' A1 \r\n\nB-2\nsn3'],
  ['a column of a sheet, with its name', '\uFEFFSN\rA1\rB-2\rsn3\r'],
  ['what was imported', 'familyId;sn;modelId\n8;A1;1\n8;"B-2";1\n8;sn3;1\n'],
  ['JSON Lines, such as another command prints', '{"sn":"A1","state":"failed"}\n{"sn":"B-2"}\n{"sn":"sn3"}\n'],
])('A list of devices may be %s', async (_what, list) => {
  expect(await devicesIn(list)).toEqual(['A1', 'B-2', 'sn3']);
});

test.each([
  ['A1\nno serial number', 'Line 2 of the list has no serial number'],
  ['sn,familyId\nA1,8\n,8', 'Line 3 of the list has no serial number'],
  ['{"sn":"A1"}\n{"sn":7}', 'Line 2 of the list has no serial number'],
  ['{"sn":"A1"}\nA2', 'Line 2 of the list is not JSON'],
  ['{"sn":"A1"}\n{"sn":""}', 'Line 2 of the list has no serial number'],
  ['A1\n"A2', 'Line 2 of the list has no serial number'],
])('A list with a broken line is refused whole: %j', async (list, message) => {
  await expect(devicesIn(list)).rejects.toThrow(message);
});
