import { checkBefore, checkCallOptions, checkSerialNumber, type CallOptions } from './arguments.ts';
import { queryOf, type FirmwareFilter } from './firmware-filter.ts';
import { FIRMWARES, HISTORY, LIST } from './operations.ts';
import type { Sender } from './sender.ts';
import type { Firmware, FirmwareList, StreamServerList, UpgradeHistory } from './types.ts';

/** The operations that list something. */
export interface Listings {
  /** The stream servers of a device; without `sn`, those of the device that the stage itself names. */
  getStreamServersList(options?: CallOptions & { readonly sn?: string }): Promise<StreamServerList>;
  /**
   * The firmwares by `firmware-id`, those that are not available too: all, or those for a product. Reads page after page,
   * each with attempts of its own.
   */
  listFirmwares(options?: CallOptions & FirmwareFilter): Promise<FirmwareList>;
  /**
   * A page of the upgrades of a device, newest first; with `before`, which was `next` of the page before, the one that
   * follows.
   */
  upgradeHistory(sn: string, options?: CallOptions & { readonly before?: string }): Promise<UpgradeHistory>;
}

export function listings({ send }: Sender): Listings {
  return {
    async getStreamServersList(call = {}) {
      checkCallOptions(call);
      // A variable that happens to be undefined must not select the stage's own device.
      if ('sn' in call) checkSerialNumber(call.sn);
      const device = call.sn === undefined ? '' : `/devices/${call.sn}`;
      return send(LIST, `${device}/V1.0/stream/getStreamServersList`, call);
    },

    async listFirmwares(call = {}) {
      checkCallOptions(call);
      const query = queryOf(call);
      const details: Firmware[] = [];
      for (;;) {
        const { next, ...page } = await send(FIRMWARES, `/sc_cloud/firmware/list?${query.toString()}`, call);
        details.push(...page.details);
        if (next === undefined) return { ...page, details };
        query.set('after', next);
      }
    },

    async upgradeHistory(sn, call = {}) {
      checkCallOptions(call);
      checkSerialNumber(sn);
      // A variable that happens to be undefined must not lead back to the first page, for ever.
      if ('before' in call) checkBefore(call.before);
      return send(HISTORY, '/sc_cloud/upgrade/history', call, { sn, before: call.before });
    },
  };
}
