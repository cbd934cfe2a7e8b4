import type { ReportedUpgrade } from '../device-gateway/reports.ts';

interface Newest {
  readonly upgradeId: string;
  readonly ordinal: number;
}

/** Which upgrade each device was handed last. */
export class NewestUpgrades {
  readonly #newest = new Map<string, Newest>();

  /**
   * Remembers an upgrade, and returns how many its device was handed before. Undefined when there is nothing to hand
   * over: the event has come twice, or late, since ids sort by time.
   */
  handOver({ sn, upgradeId }: ReportedUpgrade): number | undefined {
    const newest = this.#newest.get(sn);
    if (newest !== undefined && upgradeId <= newest.upgradeId) return undefined;
    const ordinal = newest === undefined ? 0 : newest.ordinal + 1;
    this.#newest.set(sn, { upgradeId, ordinal });
    return ordinal;
  }
}
