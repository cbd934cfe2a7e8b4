import {
  checkCallOptions,
  checkedBaseUrl,
  checkPolling,
  checkSerialNumber,
  checkSerialNumbers,
  checkUpgradeRequest,
  cookieOf,
  patienceOf,
  type CallOptions,
  type ClientOptions,
  type Polling,
  type WaitOptions,
} from './arguments.ts';
import { attempt, type Circumstances } from './attempt.ts';
import type { Effect } from './errors.ts';
import { CANCEL, DRY_RUN, LIST, START, STATUS, type BatchOperation } from './operations.ts';
import { patiently } from './retry.ts';
import { inRounds } from './rounds.ts';
import type {
  AwaitedUpgrades,
  CancelAnswer,
  DryRunAnswer,
  StatusAnswer,
  StreamServerList,
  UpgradeAnswer,
  UpgradeDetail,
  UpgradeRequest,
} from './types.ts';
import { waitForUpgrades } from './wait-for-upgrades.ts';

/**
 * All operations. Each throws an ArgumentError before anything is sent, a RefusalError when the service refuses, and a
 * NoAnswerError when it does not answer. All are retried by the same rules: nothing is started twice while an upgrade is
 * under way; one that has ended before its start is repeated is started again. Devices that are
 * answered with 4 are asked for again, without the others; those still unknown at the end keep 4.
 */
export interface StreamFleetClient {
  /** The stream servers of a device; without `sn`, those of the device that the stage itself names. */
  getStreamServersList(options?: CallOptions & { readonly sn?: string }): Promise<StreamServerList>;
  /**
   * Starts an upgrade on each device that may have it: `details` has a code for each. 0 and 1 both mean that exactly
   * one upgrade of the device is on record. Only the first attempt that got through could tell them apart.
   */
  startUpgrade(request: UpgradeRequest, options?: CallOptions): Promise<UpgradeAnswer>;
  /** What start-upgrade would answer at this moment. Nothing is started. */
  dryRun(request: UpgradeRequest, options?: CallOptions): Promise<DryRunAnswer>;
  /**
   * Cancels upgrades to this firmware that have not begun on their devices. 0 and 1 mean that the upgrade never begins
   * on the device, 38 that it was too late.
   */
  cancelUpgrade(request: UpgradeRequest, options?: CallOptions): Promise<CancelAnswer>;
  /** The status of the last upgrade of each device, as it is on record now. */
  upgradeStatus(sns: readonly string[], options?: CallOptions): Promise<StatusAnswer>;
  /**
   * Polls the status of the devices until each upgrade has succeeded, failed, been cancelled or timed out, or nothing
   * is on record; or until `maxDurationMs` have passed: `allEnded` tells which. A transient failure only delays the
   * next round; it is thrown if nothing is known yet, or if there is no time for another round.
   */
  waitForUpgrades(sns: readonly string[], options?: WaitOptions): Promise<AwaitedUpgrades>;
}

/** A client of the API at `baseUrl`. Throws an ArgumentError for invalid options. */
export function createStreamFleetClient(options: ClientOptions): StreamFleetClient {
  const patience = patienceOf(options);
  const base = checkedBaseUrl(options);
  const cookie = options.session === undefined ? {} : { cookie: cookieOf(options.session) };
  const headers = { ...cookie, 'content-type': 'application/json' };

  return {
    async getStreamServersList(call = {}) {
      checkCallOptions(call);
      // A variable that happens to be undefined must not select the stage's own device.
      if ('sn' in call) checkSerialNumber(call.sn);
      const device = call.sn === undefined ? '' : `/devices/${call.sn}`;
      const url = `${base}${device}/V1.0/stream/getStreamServersList`;
      const ask = (mayHave: Effect | undefined) =>
        attempt({ operation: LIST, url, init: { headers: cookie } }, { ...patience, signal: call.signal, mayHave });
      return patiently(ask, patience, call.signal);
    },

    startUpgrade: withFirmware(START),
    dryRun: withFirmware(DRY_RUN),
    cancelUpgrade: withFirmware(CANCEL),
    upgradeStatus,

    async waitForUpgrades(sns, waiting = {}) {
      checkCallOptions(waiting);
      const { intervalMs = 15_000, maxDurationMs = 5_400_000, batchSize = 1_000 } = waiting;
      const polling: Polling = { intervalMs, maxDurationMs, batchSize };
      checkPolling({ ...waiting, ...polling });
      checkSerialNumbers(sns);
      return waitForUpgrades(sns, (batch) => upgradeStatus(batch, waiting), { ...waiting, ...polling });
    },
  };

  async function upgradeStatus(sns: readonly string[], call: CallOptions = {}): Promise<StatusAnswer> {
    checkCallOptions(call);
    checkSerialNumbers(sns);
    return send(STATUS, sns, {}, call.signal);
  }

  function withFirmware<Method extends string>(operation: BatchOperation<Method, UpgradeDetail>) {
    return async (request: UpgradeRequest, call: CallOptions = {}) => {
      checkCallOptions(call);
      checkUpgradeRequest(request);
      return send(operation, request.sn, { 'firmware-id': request['firmware-id'] }, call.signal);
    };
  }

  function send<Method extends string, Detail extends UpgradeDetail>(
    { path, on }: BatchOperation<Method, Detail>,
    sns: readonly string[],
    rest: object,
    signal: AbortSignal | undefined,
  ) {
    const ask = inRounds(sns, (sn: readonly string[], circumstances: Circumstances) => {
      const init = { method: 'POST', headers, body: JSON.stringify({ sn, ...rest }) };
      return attempt({ operation: on(sn), url: base + path, init }, circumstances);
    });
    return patiently((mayHave) => ask({ ...patience, signal, mayHave }), patience, signal);
  }
}
