import {
  checkCallOptions,
  checkCancelRequest,
  checkedBaseUrl,
  checkFirmwareId,
  checkPolling,
  checkSerialNumbers,
  checkUpgradeRequest,
  cookieOf,
  patienceOf,
  type CallOptions,
  type ClientOptions,
  type Polling,
  type StartOptions,
  type WaitOptions,
} from './arguments.ts';
import { checkKey, newKey } from './key.ts';
import { listings, type Listings } from './listings.ts';
import { CANCEL, DRY_RUN, START, STATUS, type BatchOperation } from './operations.ts';
import { rollouts, type Rollouts } from './rollouts.ts';
import { sender } from './sender.ts';
import type {
  AwaitedUpgrades,
  CancelAnswer,
  CancelRequest,
  DryRunAnswer,
  StatusAnswer,
  UpgradeAnswer,
  UpgradeDetail,
  UpgradeRequest,
} from './types.ts';
import { waitForUpgrades } from './wait-for-upgrades.ts';

/**
 * All operations. Each throws an ArgumentError before anything is sent, a RefusalError when the service refuses, and a
 * NoAnswerError when it does not answer. All are retried by the same rules. Devices that are answered with 4 are asked for again,
 * without the others; those still unknown at the end keep 4.
 */
export interface StreamFleetClient extends Listings, Rollouts {
  /**
   * Starts an upgrade on each device that may have it: `details` has a code for each. 0 and 1 both mean that exactly
   * one upgrade of the device is on record. Only the first attempt that got through could tell them apart.
   *
   * All attempts of a call have one key, under which nothing is started twice, whatever became of it in between. Another call has
   * another key, unless you give one: after an error that says `mayHaveStarted`, call again with the same.
   */
  startUpgrade(request: UpgradeRequest, options?: StartOptions): Promise<UpgradeAnswer>;
  /** What start-upgrade would answer at this moment, under the same key if one is given. Nothing is started. */
  dryRun(request: UpgradeRequest, options?: StartOptions): Promise<DryRunAnswer>;
  /**
   * Cancels upgrades to this firmware that have not begun on their devices. 0 and 1 mean that the upgrade never begins
   * on the device, 38 that it was too late, or that its last upgrade is not the one that was named. Name them (`upgrade-id`)
   * where you know them: otherwise a repeat after a lost answer may cancel what somebody else has started meanwhile.
   */
  cancelUpgrade(request: CancelRequest, options?: CallOptions): Promise<CancelAnswer>;
  /** The status of the last upgrade of each device, as it is on record now. */
  upgradeStatus(sns: readonly string[], options?: CallOptions): Promise<StatusAnswer>;
  /**
   * Polls the status of the devices until each upgrade has succeeded, failed, been cancelled or timed out, or nothing
   * is on record; or until `maxDurationMs` have passed: `allEnded` tells which. With the `key` of the start, or its
   * `firmware-id`, a device that has another's upgrade on record is not waited for: `isAnothers`. A transient failure only delays the
   * next round; it is thrown if nothing is known yet, or if there is no time for another round.
   */
  waitForUpgrades(sns: readonly string[], options?: WaitOptions): Promise<AwaitedUpgrades>;
}

/** To start upgrades, or to try it. */
type Start<Method extends string> = BatchOperation<Method, UpgradeDetail>;

/** A client of the API at `baseUrl`. Throws an ArgumentError for invalid options. */
export function createStreamFleetClient(options: ClientOptions): StreamFleetClient {
  const patience = patienceOf(options);
  const base = checkedBaseUrl(options);
  const cookie = options.session === undefined ? {} : { cookie: cookieOf(options.session) };
  const requests = sender(base, cookie, patience);
  const { sendBatch } = requests;

  return {
    ...listings(requests),
    ...rollouts(requests),

    async startUpgrade(request, call = {}) {
      checkCallOptions(call);
      const options = { key: newKey(), ...call };
      return { ...(await order(START, request, options)), key: options.key };
    },

    dryRun: (request, call) => order(DRY_RUN, request, call),

    async cancelUpgrade(request, call = {}) {
      checkCallOptions(call);
      checkCancelRequest(request);
      return sendBatch(CANCEL, request.sn, cancelBody(request), { signal: call.signal });
    },

    upgradeStatus,

    async waitForUpgrades(sns, waiting = {}) {
      checkCallOptions(waiting);
      const { intervalMs = 15_000, maxDurationMs = 5_400_000, batchSize = 1_000 } = waiting;
      const polling: Polling = { intervalMs, maxDurationMs, batchSize };
      checkPolling({ ...waiting, ...polling });
      checkSerialNumbers(sns);
      checkKey(waiting);
      if ('firmware-id' in waiting) checkFirmwareId(waiting['firmware-id']);
      const ask = (batch: readonly string[]) => upgradeStatus(batch, waiting);
      return waitForUpgrades(sns, ask, { ...waiting, ...polling });
    },
  };

  async function upgradeStatus(sns: readonly string[], call: CallOptions = {}): Promise<StatusAnswer> {
    checkCallOptions(call);
    checkSerialNumbers(sns);
    return sendBatch(STATUS, sns, (sn) => ({ sn }), { signal: call.signal });
  }

  async function order<M extends string>(operation: Start<M>, request: UpgradeRequest, call: StartOptions = {}) {
    checkCallOptions(call);
    checkUpgradeRequest(request);
    checkKey(call);
    return sendBatch(operation, request.sn, (sn) => ({ sn, 'firmware-id': request['firmware-id'] }), call);
  }
}

/** The body that cancels the upgrades of some devices of a request. Of one that it names twice, the first upgrade counts. */
function cancelBody({ sn: all, 'firmware-id': firmwareId, 'upgrade-id': ids }: CancelRequest) {
  const named = new Map(ids?.map((id, at) => [all[at], id] as const).reverse());
  return (sn: readonly string[]) => ({
    sn,
    'firmware-id': firmwareId,
    ...(ids && { 'upgrade-id': sn.map((each) => named.get(each)) }),
  });
}
