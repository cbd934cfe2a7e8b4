import fc from 'fast-check';
import { encoder } from '../../../stage/demo-data/items.ts';
import { anyValue, attributeName, itemsLike, type WireItem, type WireValue } from './attribute-values.ts';
import { hasProduct, text, whole } from './reading.ts';
import { listFaults, putRaw, upgradeFaults, type RecordKind } from './record-kind.ts';

/** A device that firmware 21 fits, without its key. */
export const wholeDevice: WireItem = {
  familyId: { N: String(encoder.familyId) },
  modelId: { N: String(encoder.modelId) },
  hardwareVersion: { S: encoder.hardwareVersion },
  online: { BOOL: true },
};

const nearMisses = {
  familyId: [{ S: '3' }, { N: '3.0' }, { N: '4' }, { NS: ['3'] }, { N: '3.5' }],
  modelId: [{ S: '2' }, { N: '9007199254740993' }],
  hardwareVersion: [{ S: '' }, { N: '1.0' }, { S: '1.0 ' }, { S: '2.0' }, { L: [{ S: '1.0' }] }],
  online: [{ BOOL: false }, { S: 'false' }, { N: '0' }, { NULL: true }],
};

/** A record without a product counts as no device, and is never claimed. */
export const deviceKind: RecordKind = {
  name: 'devices',
  items: itemsLike(wholeDevice, nearMisses),
  async attempt(stage, item, number) {
    const sn = `FUZZ-DEVICE-${String(number)}`;
    if (!(await putRaw(stage.endpoint, stage.tables.devices, { ...item, sn: { S: sn } }))) return undefined;
    return [...(await upgradeFaults(stage, [sn], [200, verdict(item)])), ...(await listFaults(stage, sn, [200]))];
  },
};

function verdict(item: WireItem): number {
  if (!hasProduct(item)) return 16;
  if (item['online']?.['BOOL'] === false) return 12;
  return isEncoder(item) ? 0 : 24;
}

/** Whether a device or firmware is of the product that firmware 21 is for. */
export function isEncoder(item: WireItem): boolean {
  const { familyId, modelId, hardwareVersion } = encoder;
  const sameModel = whole(item, 'familyId') === familyId && whole(item, 'modelId') === modelId;
  return sameModel && text(item, 'hardwareVersion') === hardwareVersion;
}

const SERVER_FIELDS = [
  ...['streamKey', 'url', 'port', 'mode', 'address'],
  ...['encryption', 'passphrase', 'authentication', 'sourceName'],
];

const server = fc
  .tuple(
    fc.integer({ min: 0, max: 7 }),
    fc.array(fc.tuple(fc.oneof(attributeName, fc.constantFrom(...SERVER_FIELDS)), anyValue), { maxLength: 6 }),
  )
  .map(([type, fields]): WireValue => ({ M: Object.fromEntries([['type', { N: String(type) }], ...fields]) }));

const servers = fc
  .array(fc.oneof({ weight: 4, arbitrary: server }, anyValue), { maxLength: 8 })
  .map((L): WireValue => ({ L }));

/** Whatever is stored about a device's stream servers, six are listed. */
export const streamServersKind: RecordKind = {
  name: 'stream servers',
  items: fc.oneof(servers, anyValue).map((streamServers) => ({ ...wholeDevice, streamServers })),
  async attempt(stage, item, number) {
    const sn = `FUZZ-SERVERS-${String(number)}`;
    if (!(await putRaw(stage.endpoint, stage.tables.devices, { ...item, sn: { S: sn } }))) return undefined;
    return listFaults(stage, sn, [200]);
  },
};
