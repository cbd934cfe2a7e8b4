import { expect, test } from '@jest/globals';
import { listed } from '../../../../../tools/operate/fleet/upgrade/selection.ts';
import { piecesIn } from '../../../../support/pieces.ts';

const devicesIn = (list: string) => Array.fromAsync(listed(piecesIn(list)));

test.each([
  ['one serial number a line', ' A1 \r\n\nB-2\nsn3'],
  ['a column of a sheet, with its name', '\uFEFFSN\rA1\rB-2\rsn3\r'],
  ['what was imported', 'familyId;sn;modelId\n8;A1;1\n8;"B-2";1\n8;sn3;1\n'],
  ['a column of a sheet, with another name', 'Serial No.\n"A1"\nB-2\nsn3'],
  ['sheets put together', 'sn,familyId\nA1,8\nsn,familyId\nB-2,8\nfamilyId,sn\n8,sn3\n'],
  ['a sheet with delimiters in quotes', 'sn;"Site, room";note\nA1;"Hall, 2";x\n;;\nB-2;;x,y\nsn3;"a;b";\n;;'],
  ['a sheet with delimiters in names', 'Site, room\tSN \tnote\nHall\tA1\tx\n\tB-2\t\n\tsn3\n\t\t\n'],
  ['JSON Lines, such as another command prints', '{"sn":"A1","state":"failed"}\n\uFEFF{"sn":"B-2"}\n{"sn":"sn3"}\n'],
])('A list of devices may be %s', async (_what, list) => {
  expect(await devicesIn(list)).toEqual(['A1', 'B-2', 'sn3']);
});

test.each([
  ['A1\nno serial number', 'Line 2 has no serial number'],
  ['sn,familyId\nA1,8\n,8', 'Line 3 has no serial number'],
  ['{"sn":"A1"}\n{"sn":7}', 'Line 2 has no serial number'],
  ['{"sn":"A1"}\nA2', 'Line 2 is not JSON'],
  ['{"sn":"A1"}\n{"sn":""}', 'Line 2 has no serial number'],
  ['A1\n"A2', 'Line 2 opens a quote that it does not close'],
  ['A1;note', 'Line 1 has a value in column 2, which has no name'],
  ['serial;note\nA1;x', 'Line 1 has a value in column 2'],
  ['{"sn":"A1"}\n{"sn":"Serial"}', 'Line 2 has no serial number'],
])('A list with a broken line is refused whole: %j', async (list, message) => {
  await expect(devicesIn(list)).rejects.toThrow(message);
});
