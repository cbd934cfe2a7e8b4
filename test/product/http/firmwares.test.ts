/** get-all-firmwares, on tables of its own, through the client. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createStreamFleetClient } from '../../../client/src/index.ts';
import type { FirmwareItem } from '../../../functions/store/items/firmware.ts';
import { putAll } from '../../../tools/batch-write.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { startStage, type Stage } from '../../../tools/stage/stage.ts';
import { firmware21 } from '../../support/fakes.ts';
import { onOwnTables } from '../../support/own-tables.ts';

const scope = new AsyncDisposableStack();
const logs: string[] = [];
let own: Stage;

const whole = { ...firmware21.product, ...firmware21.file, state: 'available' } as const;
const firmware = (firmwareId: number): FirmwareItem => ({ firmwareId, ...whole });

/** With what lacks, or is none of the contract. */
const damaged = [
  { firmwareId: 0, ...whole },
  { firmwareId: 1.5, ...whole },
  { firmwareId: 5001 },
  { firmwareId: 5002, ...whole, state: 'deprecated' },
  { firmwareId: 5003, ...whole, state: 'uploading', sizeBytes: '1000' },
  { firmwareId: 5004, ...whole, location: 'https://host/x?signature=1' },
];

/** Past the megabyte that one call reads, by what the catalogue keeps for itself. */
const large = [6001, 6002, 6003, 6004].map((id) => ({ ...firmware(id), notes: 'x'.repeat(350_000) }));

const thousand = Array.from({ length: 1_001 }, (_, index) => firmware(2_001 - index));

beforeAll(async () => {
  own = await startStage(scope, { ...(await onOwnTables('Catalogue')), onLog: (line) => logs.push(line) });
  for (const items of [thousand, large, damaged]) await putAll(own.documents, own.tables.firmwares, items, 1);
});
afterAll(() => scope.disposeAsync());

test('The client lists all firmwares by their ids, page after page, with none left out but damaged records, which are logged', async () => {
  const client = createStreamFleetClient({ baseUrl: own.url, session: DEMO.admin });
  const { details, requestId } = await client.listFirmwares();
  const demo = [21, 22, 23, 24, 31, 41];
  const ids = [...demo, ...thousand.map(({ firmwareId }) => firmwareId).reverse(), 6001, 6002, 6003, 6004];
  expect(details.map((detail) => detail['firmware-id'])).toEqual(ids);
  expect(requestId).toMatch(/^\S+$/);
  const leftOut = logs.filter((line) => line.includes('FIRMWARES_LEFT_OUT'));
  expect(leftOut.length).toBe(2);
  for (const line of leftOut) {
    const named = /"records":6,"firmwareIds":"([^"]*)"/.exec(line)?.[1]?.split(',').sort();
    expect(named).toEqual(['0', '1.5', '5001', '5002', '5003', '5004']);
  }
});
