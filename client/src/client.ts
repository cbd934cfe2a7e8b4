import {
  checkedBaseUrl,
  checkPatience,
  checkSerialNumber,
  checkUpgradeRequest,
  cookieOf,
  type CallOptions,
  type ClientOptions,
  type Patience,
} from './arguments.ts';
import { attempt, type Circumstances, type Outcome } from './attempt.ts';
import { StreamFleetError } from './errors.ts';
import { LIST, startOf } from './operations.ts';
import { patiently } from './retry.ts';
import type { StreamServerList, UpgradeAnswer, UpgradeDetail, UpgradeRequest } from './types.ts';

const TRY_AGAIN = 4;

/**
 * Both operations. Each throws an ArgumentError before anything is sent, a RefusalError when the service refuses, and a
 * NoAnswerError when none answers.
 */
export interface StreamFleetClient {
  /** The stream servers of a device; without `sn`, those of the device that the stage itself names. */
  getStreamServersList(options?: CallOptions & { readonly sn?: string }): Promise<StreamServerList>;
  /**
   * Starts an upgrade on each device that may have it: `details` has a code for each. 0 and 1 mean that exactly one
   * upgrade of the device is on record. Which of them it is, only the first attempt that got through could tell.
   * Devices that are told 4 are asked for again, alone; those still unknown at the end keep 4.
   */
  startUpgrade(request: UpgradeRequest, options?: CallOptions): Promise<UpgradeAnswer>;
}

/** A client of the API at `baseUrl`. Throws an ArgumentError for options that cannot be meant. */
export function createStreamFleetClient(options: ClientOptions): StreamFleetClient {
  const { session, attempts = 4, timeoutMs = 35_000, longestWaitMs = 30_000 } = options;
  const patience: Patience = { attempts, timeoutMs, longestWaitMs };
  checkPatience(patience);
  const base = checkedBaseUrl(options);
  const cookie = session === undefined ? {} : { cookie: cookieOf(session) };

  return {
    async getStreamServersList(call = {}) {
      // A variable that happens to be undefined must not ask for the device of the stage.
      if ('sn' in call) checkSerialNumber(call.sn);
      const device = call.sn === undefined ? '' : `/devices/${call.sn}`;
      const url = `${base}${device}/V1.0/stream/getStreamServersList`;
      const { signal } = call;
      const ask = (mayHaveStarted: boolean) =>
        attempt({ operation: LIST, url, init: { headers: cookie } }, { timeoutMs, signal, mayHaveStarted });
      return patiently(ask, patience, signal);
    },

    async startUpgrade(request, { signal } = {}) {
      checkUpgradeRequest(request);
      const url = `${base}/sc_cloud/upgrade/start`;
      const headers = { ...cookie, 'content-type': 'application/json' };
      const send = (sn: readonly string[], circumstances: Circumstances) => {
        const body = JSON.stringify({ sn, 'firmware-id': request['firmware-id'] });
        return attempt({ operation: startOf(sn), url, init: { method: 'POST', headers, body } }, circumstances);
      };
      const ask = inRounds(request.sn, send);
      return patiently((mayHaveStarted) => ask({ timeoutMs, signal, mayHaveStarted }), patience, signal);
    },
  };
}

/** Each round asks for the devices that no round before could tell of. Once one was accepted, all are. */
function inRounds(
  sns: readonly string[],
  send: (sns: readonly string[], circumstances: Circumstances) => Promise<Outcome<UpgradeAnswer>>,
): (circumstances: Circumstances) => Promise<Outcome<UpgradeAnswer>> {
  const known = new Map(sns.map((sn): [string, UpgradeDetail] => [sn, { sn, result: TRY_AGAIN }]));
  const open = () => [...known.values()].filter(({ result }) => result === TRY_AGAIN).map(({ sn }) => sn);
  let accepted: UpgradeAnswer | undefined;
  return async (circumstances) => {
    const outcome = await send(open(), circumstances);
    const { end } = outcome;
    if (end instanceof StreamFleetError) return accepted === undefined ? outcome : { ...outcome, end: accepted };
    for (const detail of end.details) if (known.has(detail.sn)) known.set(detail.sn, detail);
    accepted = { ...end, details: [...known.values()] };
    return { end: accepted, again: open().length > 0 };
  };
}
