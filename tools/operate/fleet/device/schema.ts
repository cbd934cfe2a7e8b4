import * as v from 'valibot';
import { SERIAL_NUMBER } from '../../../../functions/domain/device.ts';
import type { DeviceItem, StreamServerItem } from '../../../../functions/store/items/device.ts';
import { isPlainVersion, NOT_PLAIN } from '../option-values.ts';

const text = v.exactOptional(v.string());
const flag = v.exactOptional(v.boolean());
const integer = v.exactOptional(v.pipe(v.number(), v.safeInteger()));

const base = { id: v.pipe(v.number(), v.safeInteger()), name: text };

const platform = { ...base, streamKey: text, url: text };
const rtmp = { ...base, url: text, streamKey: text, authentication: flag, userName: text, password: text };
const srtEnds = { mode: v.exactOptional(v.picklist(['caller', 'listener'])), address: text, port: integer };
const srt = { ...base, ...srtEnds, encryption: flag, passphrase: text, latencyMs: integer, streamId: text };
const discovery = { discovery: flag, discoveryAddress: text };
const ndi = { ...base, sourceName: text, ...discovery, multicast: flag, multicastAddress: text };

/** One stream server: the fields of its type. It need not be complete. */
const streamServer = v.variant('type', [
  v.strictObject({ type: v.picklist([1, 2, 3]), ...platform }),
  v.strictObject({ type: v.literal(4), ...rtmp }),
  v.strictObject({ type: v.literal(5), ...srt }),
  v.strictObject({ type: v.literal(6), ...ndi }),
]) satisfies v.GenericSchema<unknown, StreamServerItem>;

/** The stream servers of a device: at most one of each type, each with an id of its own. */
export const streamServers = v.pipe(
  v.array(streamServer),
  v.check(
    (servers) =>
      (['type', 'id'] as const).every((key) => new Set(servers.map((one) => one[key])).size === servers.length),
    'has a type or an id twice',
  ),
);

/** What `online` must be, in words; Excel writes TRUE. */
export const ONLINE = 'must be yes, no, true or false';

/** Whether a device is online: a boolean, or a word for it. */
export const online = v.pipe(
  v.union([v.boolean(), v.string()]),
  v.transform((value) => String(value).toLowerCase()),
  v.check((word) => ['yes', 'no', 'true', 'false'].includes(word), ONLINE),
  v.transform((word) => word === 'yes' || word === 'true'),
);

const productId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const version = v.pipe(v.string(), v.nonEmpty(), v.check(isPlainVersion, NOT_PLAIN));

/**
 * A device as the tool takes it: the item type of the stores, and nothing else, so that a misspelt field does not pass
 * for a missing one.
 */
export const deviceSchema = v.strictObject({
  sn: v.pipe(v.string(), v.regex(SERIAL_NUMBER)),
  familyId: productId,
  modelId: productId,
  hardwareVersion: version,
  firmwareVersion: version,
  online: v.exactOptional(online),
  streamServers: v.exactOptional(streamServers),
}) satisfies v.GenericSchema<unknown, DeviceItem>;

/** What is wrong with a record, naming its fields but never their values, which may be secrets. */
export function explainIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return firstFaults([...new Set(issues.map(explain))]);
}

function explain(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const field = keys.length === 0 ? 'record' : keys.join('.');
  if (issue.expected === 'never') return unknownField(keys);
  if (issue.type === 'parse_json') return `${field} is not JSON`;
  if (issue.received === 'undefined') return `${field} is missing`;
  return `${field} ${issue.type === 'check' ? issue.message : 'is invalid'}`;
}

function unknownField(keys: readonly string[]): string {
  if (looksLikeName(keys.at(-1) ?? '')) return `${keys.join('.')} is unknown`;
  return `${keys.slice(0, -1).join('.') || 'record'} has an unknown field`;
}

/** Whether a text can be shown as a field name. Anything else may be a misplaced value, even a secret. */
export function looksLikeName(text: string): boolean {
  return /^[a-z_]{1,24}$/i.test(text);
}

/** More would make the line hard to read; whoever fixes these sees the next ones. */
const MOST_FAULTS = 3;

export function firstFaults(faults: readonly string[]): string {
  const more = faults.length > MOST_FAULTS ? [`and ${String(faults.length - MOST_FAULTS)} more`] : [];
  return [...faults.slice(0, MOST_FAULTS), ...more].join('; ');
}
