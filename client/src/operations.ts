import type { StreamConfigInfo, StreamServerList, UpgradeAnswer, UpgradeDetail } from './types.ts';

/** What a body of the service says. */
interface Content<Result> {
  readonly code: number;
  readonly details: readonly UpgradeDetail[];
  /** What the call results in if the code is 0. */
  readonly result: Result;
}

/** How the answers of an operation are read. */
export interface Operation<Result> {
  /** Whether it changes anything. */
  readonly starts: boolean;
  /** The content of a body; undefined for one that this service does not write. Unknown codes and fields may come. */
  readonly read: (body: unknown, requestId: string | undefined) => Content<Result> | undefined;
}

export const LIST: Operation<StreamServerList> = {
  starts: false,
  read: (body, requestId) => {
    const { status: code, totalCount, serverList } = fieldsOf(body);
    if (!isInteger(code) || !isInteger(totalCount) || !isListOf(serverList, isStreamServer)) return undefined;
    return { code, details: [], result: { status: 0, message: 'SUCCESS', totalCount, serverList, requestId } };
  },
};

/** A start on these devices. An answer that leaves one of them out is none. */
export function startOf(sns: readonly string[]): Operation<UpgradeAnswer> {
  return {
    starts: true,
    read: (body, requestId) => {
      const { result: code, details } = fieldsOf(body);
      if (!isInteger(code) || !isListOf(details, isDetail)) return undefined;
      const told = new Set(details.map(({ sn }) => sn));
      if (code === 0 && !sns.every((sn) => told.has(sn))) return undefined;
      return { code, details, result: { result: 0, method: 'start-upgrade', details, requestId } };
    },
  };
}

function isDetail(value: unknown): value is UpgradeDetail {
  const { sn, result } = fieldsOf(value);
  return typeof sn === 'string' && isInteger(result);
}

function isStreamServer(value: unknown): value is StreamConfigInfo {
  const { id, name, type, isConfigured } = fieldsOf(value);
  return isInteger(id) && typeof name === 'string' && isInteger(type) && typeof isConfigured === 'boolean';
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {};
}
