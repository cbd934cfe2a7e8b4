import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { UNMARSHALL_OPTIONS } from '../../../../functions/store/client.ts';
import { productTypeEntries } from '../../../../functions/store/product-type.ts';
import { recordedUpgrade } from '../../../../functions/store/upgrade-records.ts';
import type { PipeEvent } from '../../pipes/pipes.ts';
import type { TableNames } from '../../tables.ts';

const product = v.pipe(
  v.object(productTypeEntries),
  v.transform(({ familyId, modelId, hardwareVersion }) => `${String(familyId)}-${String(modelId)}-${hardwareVersion}`),
);

/** A device of the registry: `product` is `FAMILY-MODEL-HARDWARE`, or empty if the record lacks it. */
const DeviceSchema = v.pipe(
  v.looseObject({ sn: v.string(), firmwareVersion: v.fallback(v.string(), ''), online: v.optional(v.unknown()) }),
  v.transform((item) => {
    const { success, output } = v.safeParse(product, item);
    return {
      sn: item.sn,
      firmwareVersion: item.firmwareVersion,
      online: item.online !== false,
      product: success ? output : '',
    };
  }),
);

/** A firmware that can be installed. */
const FirmwareSchema = v.pipe(
  v.looseObject({ firmwareId: v.number(), version: v.string(), state: v.literal('available'), ...productTypeEntries }),
  v.transform((item) => ({ firmwareId: item.firmwareId, version: item.version, product: v.parse(product, item) })),
);

export type Device = v.InferOutput<typeof DeviceSchema>;
export type Firmware = v.InferOutput<typeof FirmwareSchema>;

/** An event of the bus, and when it arrived here: ISO 8601 in UTC. */
export type FeedEntry = Pick<PipeEvent, 'detailType' | 'detail'> & { readonly at: string };

const FEED_LENGTH = 50;
const REGISTRY_EVERY_MS = 5_000;

/** What is on record in a stage: upgrades from the stream of their table, registry and catalogue by polling. */
export class Fleet {
  readonly upgrades = new Map<string, RecordedUpgrade>();
  /** Newest first. */
  readonly feed: FeedEntry[] = [];
  devices: readonly Device[] = [];
  firmwares: readonly Firmware[] = [];
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: TableNames;
  #readAt = 0;
  #reading: Promise<void> | undefined;

  constructor(client: DynamoDBClient, tables: TableNames) {
    this.#documents = DynamoDBDocumentClient.from(client, { unmarshallOptions: UNMARSHALL_OPTIONS });
    this.#tables = tables;
  }

  /** Handles each record of the upgrades' stream. */
  onRecord({ dynamodb: { Keys, NewImage } = {} }: StreamRecord): void {
    const sn = Keys?.['sn']?.S;
    if (sn === undefined) return;
    if (NewImage) this.upgrades.set(sn, recordedUpgrade(NewImage));
    else this.upgrades.delete(sn);
  }

  /** Handles each event of the bus. */
  onEvent({ detailType, detail }: PipeEvent): void {
    this.feed.unshift({ at: new Date().toISOString(), detailType, detail });
    this.feed.splice(FEED_LENGTH);
  }

  /** Reads registry and catalogue unless they were read within the last five seconds; concurrent callers share one read. */
  async refresh(): Promise<void> {
    if (Date.now() - this.#readAt < REGISTRY_EVERY_MS) return;
    this.#reading ??= this.#read().finally(() => {
      this.#readAt = Date.now();
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    this.devices = await this.#scan(this.#tables.devices, DeviceSchema, ['sn', 'firmwareVersion', 'online']);
    this.firmwares = await this.#scan(this.#tables.firmwares, FirmwareSchema, ['firmwareId', 'version', 'state']);
  }

  async #scan<Schema extends v.GenericSchema>(
    TableName: string,
    schema: Schema,
    attributes: readonly string[],
  ): Promise<v.InferOutput<Schema>[]> {
    const all = [...attributes, ...Object.keys(productTypeEntries)];
    const read = {
      TableName,
      // Some of the names are reserved words.
      ProjectionExpression: all.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(all.map((name) => [`#${name}`, name])),
    };
    const items: v.InferOutput<Schema>[] = [];
    for await (const { Items = [] } of paginateScan({ client: this.#documents }, read)) {
      for (const item of Items) {
        const { success, output } = v.safeParse(schema, item);
        if (success) items.push(output);
      }
    }
    return items;
  }
}
