import { setTimeout as pause } from 'node:timers/promises';
import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { productTypeEntries } from '../../../../functions/store/product-type.ts';
import { projection } from '../../../../functions/store/projection.ts';

const productOf = ({ familyId, modelId, hardwareVersion }: Readonly<Record<string, unknown>>) =>
  [familyId, modelId, hardwareVersion].join('-');

/** A device of the registry: `product` is `FAMILY-MODEL-HARDWARE`, as far as the record has them. */
const DeviceSchema = v.pipe(
  v.looseObject({ sn: v.string(), firmwareVersion: v.fallback(v.string(), ''), online: v.fallback(v.boolean(), true) }),
  v.transform(({ sn, firmwareVersion, online, ...item }) => ({
    sn,
    firmwareVersion,
    online,
    product: productOf(item),
  })),
);

/** A firmware that can be installed. */
const FirmwareSchema = v.pipe(
  v.looseObject({ firmwareId: v.number(), version: v.string(), state: v.literal('available'), ...productTypeEntries }),
  v.transform(({ firmwareId, version, ...item }) => ({ firmwareId, version, product: productOf(item) })),
);

export type Device = v.InferOutput<typeof DeviceSchema>;
export type Firmware = v.InferOutput<typeof FirmwareSchema>;

/** The engine answers nobody else while it reads a page: of this size one takes about 10 ms, without a limit seconds. */
const PAGE_SIZE = 250;

/** A gentle reading leaves the engine to others for four fifths of the time. */
const PAUSES = 4;

/** Parts of the devices of the registry, until it has been read once. */
export function devicesOf(documents: DynamoDBDocumentClient, table: string, gently: boolean): AsyncGenerator<Device[]> {
  return parts(documents, table, DeviceSchema, ['sn', 'firmwareVersion', 'online'], gently ? PAUSES : 0);
}

/** The firmwares of the catalogue that can be installed, by their ids. */
export async function firmwaresOf(documents: DynamoDBDocumentClient, table: string): Promise<Firmware[]> {
  const all = await Array.fromAsync(parts(documents, table, FirmwareSchema, ['firmwareId', 'version', 'state'], 0));
  return all.flat().sort((one, other) => one.firmwareId - other.firmwareId);
}

async function* parts<Schema extends v.GenericSchema>(
  client: DynamoDBDocumentClient,
  TableName: string,
  schema: Schema,
  attributes: readonly string[],
  pauses: number,
): AsyncGenerator<v.InferOutput<Schema>[]> {
  const read = { TableName, ...projection([...attributes, ...Object.keys(productTypeEntries)]) };
  let begun = performance.now();
  for await (const { Items = [] } of paginateScan({ client, pageSize: PAGE_SIZE }, read)) {
    yield Items.flatMap((item) => {
      const { success, output } = v.safeParse(schema, item);
      return success ? [output] : [];
    });
    await pause(pauses * (performance.now() - begun), undefined, { ref: false });
    begun = performance.now();
  }
}
