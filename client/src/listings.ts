import { checkCallOptions, checkSerialNumber, type CallOptions, type Patience } from './arguments.ts';
import { attempt } from './attempt.ts';
import { queryOf, type FirmwareFilter } from './firmware-filter.ts';
import { FIRMWARES, LIST, type Operation } from './operations.ts';
import { patiently } from './retry.ts';
import type { Firmware, FirmwareList, StreamServerList } from './types.ts';

/** The operations that list something, by GET. */
export interface Listings {
  /** The stream servers of a device; without `sn`, those of the device that the stage itself names. */
  getStreamServersList(options?: CallOptions & { readonly sn?: string }): Promise<StreamServerList>;
  /**
   * The firmwares by `firmware-id`, those that are not available too: all, or those for a product. Reads page after page,
   * each with attempts of its own.
   */
  listFirmwares(options?: CallOptions & FirmwareFilter): Promise<FirmwareList>;
}

/** @param headers of every request */
export function listings(base: string, headers: Readonly<Record<string, string>>, patience: Patience): Listings {
  return {
    async getStreamServersList(call = {}) {
      checkCallOptions(call);
      // A variable that happens to be undefined must not select the stage's own device.
      if ('sn' in call) checkSerialNumber(call.sn);
      const device = call.sn === undefined ? '' : `/devices/${call.sn}`;
      return get(LIST, `${device}/V1.0/stream/getStreamServersList`, call);
    },

    async listFirmwares(call = {}) {
      checkCallOptions(call);
      const query = queryOf(call);
      const details: Firmware[] = [];
      for (;;) {
        const { next, ...page } = await get(FIRMWARES, `/sc_cloud/firmware/list?${query.toString()}`, call);
        details.push(...page.details);
        if (next === undefined) return { ...page, details };
        query.set('after', next);
      }
    },
  };

  function get<Result>(operation: Operation<Result>, path: string, { signal }: CallOptions): Promise<Result> {
    const request = { operation, url: base + path, init: { headers } };
    return patiently((mayHave) => attempt(request, { ...patience, signal, mayHave }), patience, signal);
  }
}
