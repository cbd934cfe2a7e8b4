import { isDeepStrictEqual } from 'node:util';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { documentClient } from '../../../../functions/store/document-client.ts';
import { recordedUpgrade } from '../../../../functions/store/upgrade-records.ts';
import type { PipeEvent } from '../../pipes/pipes.ts';
import type { TableNames } from '../../tables.ts';
import { devicesOf, firmwaresOf, type Device, type Firmware } from './registry.ts';

/** What is known of a serial number: its device, the upgrade on record, or both. */
export interface Entry {
  readonly sn: string;
  /** Absent when the device is not registered. */
  readonly device: Device | undefined;
  readonly upgrade: RecordedUpgrade | undefined;
  /** What a search looks through, in lower case. */
  readonly text: string;
}

/** An event of the bus, and when it arrived here: ISO 8601 in UTC. */
export type FeedEntry = Pick<PipeEvent, 'detailType' | 'detail'> & { readonly at: string };

const FEED_LENGTH = 50;
const REGISTRY_EVERY_MS = 5_000;

/** What was read at most so long ago is brought up to date gently. */
const RECENT_MS = 60_000;

/** What is on record in a stage: upgrades from the stream of their table, registry and catalogue by polling. */
export class Fleet {
  readonly entries = new Map<string, Entry>();
  /** Newest first. */
  readonly feed: FeedEntry[] = [];
  firmwares: readonly Firmware[] = [];
  /** Changes with each change of an entry. */
  revision = 0;
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: TableNames;
  /** By a clock that nobody sets. */
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(client: DynamoDBClient, tables: TableNames) {
    this.#documents = documentClient(client);
    this.#tables = tables;
  }

  /** Whether the whole registry has been read once. */
  get complete(): boolean {
    return this.#readAt > -Infinity;
  }

  /** Handles each record of the upgrades' stream. */
  onRecord({ dynamodb: { Keys, NewImage } = {} }: StreamRecord): void {
    const sn = Keys?.['sn']?.S;
    if (sn !== undefined) this.put(sn, { upgrade: NewImage && recordedUpgrade(NewImage) });
  }

  /** Handles each event of the bus. */
  onEvent({ detailType, detail }: PipeEvent): void {
    this.feed.unshift({ at: new Date().toISOString(), detailType, detail });
    this.feed.splice(FEED_LENGTH);
  }

  /** Replaces what is known of a serial number: one that has neither device nor upgrade is forgotten. */
  put(sn: string, change: Partial<Pick<Entry, 'device' | 'upgrade'>>): void {
    const { device, upgrade } = { ...this.entries.get(sn), ...change };
    const text =
      `${sn} ${device?.product ?? ''} ${device?.firmwareVersion ?? ''} ${upgrade?.version ?? ''}`.toLowerCase();
    if (device ?? upgrade) this.entries.set(sn, { sn, device, upgrade, text });
    else this.entries.delete(sn);
    this.revision += 1;
  }

  /**
   * Reads registry and catalogue, unless they were read within the last five seconds; all callers share one reading. A large
   * registry that is known already is read slowly, as nobody waits for it.
   */
  async refresh(): Promise<void> {
    const age = performance.now() - this.#readAt;
    if (age < REGISTRY_EVERY_MS) return;
    this.#reading ??= this.#read(age < RECENT_MS).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(gently: boolean): Promise<void> {
    this.firmwares = await firmwaresOf(this.#documents, this.#tables.firmwares);
    const gone = new Set(this.entries.keys());
    for await (const devices of devicesOf(this.#documents, this.#tables.devices, gently)) {
      for (const device of devices) {
        gone.delete(device.sn);
        if (!isDeepStrictEqual(this.entries.get(device.sn)?.device, device)) this.put(device.sn, { device });
      }
    }
    for (const sn of gone) if (this.entries.get(sn)?.device) this.put(sn, { device: undefined });
    this.#readAt = performance.now();
  }
}
