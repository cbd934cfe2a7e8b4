import fc from 'fast-check';
import { anyValue, attributeName, type WireValue } from './attribute-values.ts';
import { wholeDevice } from './device-kind.ts';
import type { RecordKind } from './kinds.ts';
import { listFaults } from './requests.ts';
import { putRaw } from './wire.ts';

const FIELDS = [
  'streamKey',
  'url',
  'port',
  'mode',
  'address',
  'encryption',
  'passphrase',
  'authentication',
  'sourceName',
];

const server = fc
  .tuple(
    fc.integer({ min: 0, max: 7 }),
    fc.array(fc.tuple(fc.oneof(attributeName, fc.constantFrom(...FIELDS)), anyValue), { maxLength: 6 }),
  )
  .map(([type, fields]): WireValue => ({ M: Object.fromEntries([['type', { N: String(type) }], ...fields]) }));

const servers = fc
  .array(fc.oneof({ weight: 4, arbitrary: server }, anyValue), { maxLength: 8 })
  .map((L): WireValue => ({ L }));

/** Whatever a device has stored about its stream servers, six are listed. */
export const streamServersKind: RecordKind = {
  name: 'stream servers',
  items: fc.oneof(servers, anyValue).map((streamServers) => ({ ...wholeDevice, streamServers })),
  async attempt(stage, item, number) {
    const sn = `FUZZ-SERVERS-${String(number)}`;
    if (!(await putRaw(stage.endpoint, stage.tables.devices, { ...item, sn: { S: sn } }))) return undefined;
    return listFaults(stage, sn, [200]);
  },
};
