import type { Effect } from './errors.ts';
import type { paths } from './generated/schema.ts';
import type {
  BatchAnswer,
  Firmware,
  FirmwarePage,
  HistoryDetail,
  StatusDetail,
  StreamConfigInfo,
  StreamServerList,
  UpgradeDetail,
  UpgradeHistory,
} from './types.ts';

/** The content of a response body. */
interface Content<Result> {
  readonly code: number;
  readonly details: readonly UpgradeDetail[];
  /** The field of the request that is wrong, where the service tells it. */
  readonly field?: string | undefined;
  /** Whether the service does not know itself what a request that it refused has done. */
  readonly isInDoubt?: boolean | undefined;
  /** The result of the call; undefined for a refusal that is none. */
  readonly result?: Result | undefined;
}

/** How the answers of an operation are read. */
export interface Operation<Result> {
  /** What it does to upgrades; undefined for one that only reads. */
  readonly effect: Effect | undefined;
  /** The content of a body; undefined for one that this service did not write. Unknown codes and fields are allowed. */
  readonly read: (body: unknown, requestId: string | undefined) => Content<Result> | undefined;
}

export const LIST: Operation<StreamServerList> = {
  effect: undefined,
  read: (body, requestId) => {
    const { status: code, totalCount, serverList } = fieldsOf(body);
    if (!isInteger(code) || !isInteger(totalCount) || !isListOf(serverList, isStreamServer)) return undefined;
    if (code !== 0) return { code, details: [] };
    return { code, details: [], result: { status: 0, message: 'SUCCESS', totalCount, serverList, requestId } };
  },
};

/** A page that has a next one has entries. */
export const FIRMWARES: Operation<FirmwarePage> = {
  effect: undefined,
  read: (body, requestId) => {
    const { result: code, details, next } = fieldsOf(body);
    if (!isInteger(code) || !isListOf(details, isFirmware)) return undefined;
    if (next !== undefined && (typeof next !== 'string' || details.length === 0)) return undefined;
    if (code !== 0) return { code, details: [] };
    return { code, details: [], result: { result: 0, method: 'get-all-firmwares', details, next, requestId } };
  },
};

/** A device without upgrades has an entry too. */
export const HISTORY: Operation<UpgradeHistory> = {
  effect: undefined,
  read: (body, requestId) => {
    const { result: code, details, next } = fieldsOf(body);
    if (!isInteger(code) || !isListOf(details, isAboutUpgrade)) return undefined;
    if (code === 0 && details.length === 0) return undefined;
    if (next !== undefined && typeof next !== 'string') return undefined;
    if (code !== 0) return { code, details };
    return { code, details, result: { result: 0, method: 'upgrade-history', details, next, requestId } };
  },
};

/** An operation on a batch of devices: its path, and how its answers for these devices are read. */
export interface BatchOperation<Method extends string, Detail extends UpgradeDetail> {
  readonly path: keyof paths;
  readonly on: (sns: readonly string[]) => Operation<BatchAnswer<Method, Detail>>;
}

export const START = batchOperation('start-upgrade', '/sc_cloud/upgrade/start', isDetail, 'started');
export const CANCEL = batchOperation('cancel-upgrade', '/sc_cloud/upgrade/cancel', isDetail, 'cancelled');
export const DRY_RUN = batchOperation('dry-run-upgrade', '/sc_cloud/upgrade/dry-run', isDetail);
export const STATUS = batchOperation('upgrade-status', '/sc_cloud/upgrade/status', isAboutUpgrade);

/** An accepted answer that leaves out one of the devices is invalid. */
function batchOperation<Method extends string, Detail extends UpgradeDetail>(
  method: Method,
  path: keyof paths,
  isDetailOfIt: (value: unknown) => value is Detail,
  effect?: Effect,
): BatchOperation<Method, Detail> {
  const on = (sns: readonly string[]): Operation<BatchAnswer<Method, Detail>> => ({
    effect,
    read: (body, requestId) => {
      const { result: code, details } = fieldsOf(body);
      if (!isInteger(code) || !isListOf(details, isDetailOfIt)) return undefined;
      const told = new Set(details.map(({ sn }) => sn));
      if (code !== 0) return { code, details };
      if (!sns.every((sn) => told.has(sn))) return undefined;
      return { code, details, result: { result: 0, method, details, requestId } };
    },
  });
  return { path, on };
}

function isDetail(value: unknown): value is UpgradeDetail {
  const { sn, result } = fieldsOf(value);
  return typeof sn === 'string' && isInteger(result);
}

/** The service leaves out what it does not know of an upgrade. */
function isAboutUpgrade(value: unknown): value is StatusDetail & HistoryDetail {
  const fields = fieldsOf(value);
  const isOptional = (name: string, type: string) => fields[name] === undefined || typeof fields[name] === type;
  return (
    isDetail(value) &&
    TEXTS.every((name) => isOptional(name, 'string')) &&
    NUMBERS.every((name) => isOptional(name, 'number'))
  );
}

const TEXTS = [
  'upgrade-id',
  'version',
  'state',
  'reason',
  'requested-by',
  'key',
  'rollout-id',
  'requested-at',
  'lease-ends-at',
  'ended-at',
  'cancelled-by',
];
const NUMBERS = ['firmware-id', 'progress'];

function isFirmware(value: unknown): value is Firmware {
  const fields = fieldsOf(value);
  return (
    ['firmware-id', 'family-id', 'model-id', 'size-bytes'].every((name) => isInteger(fields[name])) &&
    ['version', 'hardware-version', 'state'].every((name) => typeof fields[name] === 'string')
  );
}

function isStreamServer(value: unknown): value is StreamConfigInfo {
  const { id, name, type, isConfigured } = fieldsOf(value);
  return isInteger(id) && typeof name === 'string' && isInteger(type) && typeof isConfigured === 'boolean';
}

export function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {};
}
