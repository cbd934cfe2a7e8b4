import * as v from 'valibot';
import type { StreamServerItem } from '../../../../functions/store/items.ts';

const text = v.exactOptional(v.string());
const flag = v.exactOptional(v.boolean());
const integer = v.exactOptional(v.pipe(v.number(), v.safeInteger()));

const base = { id: v.pipe(v.number(), v.safeInteger()), name: text };

/** One stream server: its fields as its type has them. Whether it is complete is another matter: it need not be. */
const streamServer = v.variant('type', [
  v.strictObject({ type: v.picklist([1, 2, 3]), ...base, streamKey: text, url: text }),
  v.strictObject({
    type: v.literal(4),
    ...base,
    url: text,
    streamKey: text,
    authentication: flag,
    userName: text,
    password: text,
  }),
  v.strictObject({
    type: v.literal(5),
    ...base,
    mode: v.exactOptional(v.picklist(['caller', 'listener'])),
    address: text,
    port: integer,
    encryption: flag,
    passphrase: text,
    latencyMs: integer,
    streamId: text,
  }),
  v.strictObject({
    type: v.literal(6),
    ...base,
    sourceName: text,
    discovery: flag,
    discoveryAddress: text,
    multicast: flag,
    multicastAddress: text,
  }),
]) satisfies v.GenericSchema<unknown, StreamServerItem>;

/** The stream servers of a device: at most one of each type, each with an id of its own. */
export const streamServers = v.pipe(
  v.array(streamServer),
  v.check((servers) => new Set(servers.map(({ type }) => type)).size === servers.length),
  v.check((servers) => new Set(servers.map(({ id }) => id)).size === servers.length),
);
