import { itemsLike, type WireItem } from './attribute-values.ts';
import { isEncoder, wholeDevice } from './device-kinds.ts';
import { hasProduct, text, whole } from './reading.ts';
import { putRaw, upgradeFaults, type Expected, type RecordKind } from './record-kind.ts';

const FIRST_ID = 1_000_000;

const { online, ...product } = wholeDevice;

const like = {
  ...product,
  version: { S: '9.0' },
  state: { S: 'available' },
  location: { S: 's3://fuzz/9.bin' },
  sizeBytes: { N: '10' },
  sha256: { S: 'a'.repeat(64) },
};

const nearMisses = {
  state: [{ S: 'Available' }, { S: 'withdrawn' }, { SS: ['available'] }, { BOOL: true }],
  version: [{ S: '' }, { N: '9' }, { S: '9"0' }, { S: '9\\0' }, { S: '9\n' }],
  location: [
    { S: '' },
    { L: [{ S: 's3://fuzz/9.bin' }] },
    { S: 's3://fuzz/9.bin?sig=1' },
    { S: 'https://a:b@fuzz/9.bin' },
  ],
  sizeBytes: [{ N: '0' }, { N: '0.5' }, { N: '9007199254740992' }, { S: '10' }],
  sha256: [{ S: 'A'.repeat(64) }, { S: 'a'.repeat(63) }, { S: `${'a'.repeat(64)}\n` }],
  familyId: [{ N: '4' }, { S: '3' }],
};

/** An incomplete record is never available, and no device is claimed for it. */
export const firmwareKind: RecordKind = {
  name: 'firmwares',
  items: itemsLike(like, nearMisses),
  async attempt(stage, item, number) {
    const firmwareId = FIRST_ID + number;
    const sn = `FUZZ-TARGET-${String(number)}`;
    const key = { firmwareId: { N: String(firmwareId) } };
    if (!(await putRaw(stage.endpoint, stage.tables.firmwares, { ...item, ...key }))) return undefined;
    await putRaw(stage.endpoint, stage.tables.devices, { ...wholeDevice, sn: { S: sn } });
    return upgradeFaults(stage, [sn], expectedOf(item), { firmwareId });
  },
};

function expectedOf(item: WireItem): Expected {
  if (!isAvailable(item)) return [409];
  return [200, isEncoder(item) ? 0 : 24];
}

function isAvailable(item: WireItem): boolean {
  return text(item, 'state') === 'available' && hasProduct(item) && hasFile(item);
}

/** Whether nothing that events say about the file needs escaping. */
function hasFile(item: WireItem): boolean {
  const isVersion = /^[^"\\\p{C}\u2028\u2029]+$/u.test(text(item, 'version') ?? '');
  const isHash = /^[0-9a-f]{64}$/.test(text(item, 'sha256') ?? '') && text(item, 'sha256')?.length === 64;
  const size = whole(item, 'sizeBytes') ?? 0;
  return isVersion && isLocation(text(item, 'location') ?? '') && isHash && size >= 1;
}

/** An absolute URI that cannot hold a secret. */
function isLocation(location: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[^\s"\\<>^`{|}?#]+$/i.test(location) || /[^\x20-\x7e]/.test(location)) return false;
  return !/%(?![0-9a-f]{2})/i.test(location) && !/^[^/]*:\/\/[^/]*@/.test(location);
}
