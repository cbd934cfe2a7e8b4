import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.ts';
import type { CallOptions, ClientOptions, Session } from './options.ts';
import { bodyOf } from './outcome.ts';
import { patientFetch } from './retry.ts';
import type { StreamServerList, UpgradeAnswer, UpgradeRequest } from './types.ts';
import { wait } from './wait.ts';

/** Both operations. Each throws a RefusalError when the service refuses, and a NoAnswerError when none answers. */
export interface StreamFleetClient {
  /** The stream servers of a device; without `sn`, those of the device that the stage itself names. */
  getStreamServersList(options?: CallOptions & { readonly sn?: string }): Promise<StreamServerList>;
  /**
   * Starts an upgrade on each device that may have it: `details` has a code for each. 0 and 1 mean that exactly one
   * upgrade of the device is on record. Which of them it is, only the first attempt that got through could tell.
   */
  startUpgrade(request: UpgradeRequest, options?: CallOptions): Promise<UpgradeAnswer>;
}

/** A client of the API at `baseUrl`. */
export function createStreamFleetClient(options: ClientOptions): StreamFleetClient {
  const { baseUrl, session, attempts = 4, timeoutMs = 35_000, longestWaitMs = 30_000 } = options;
  const http = createClient<paths>({
    baseUrl,
    fetch: patientFetch({ attempts, timeoutMs, longestWaitMs }, wait),
    headers: session === undefined ? {} : { cookie: cookies(session) },
    credentials: 'include',
    // The API never redirects, and cookies must not go anywhere else.
    redirect: 'error',
  });
  return {
    getStreamServersList: ({ sn, ...init } = {}) =>
      sn === undefined
        ? bodyOf(http.GET('/V1.0/stream/getStreamServersList', init))
        : bodyOf(http.GET('/devices/{sn}/V1.0/stream/getStreamServersList', { ...init, params: { path: { sn } } })),
    startUpgrade: (body, init = {}) => bodyOf(http.POST('/sc_cloud/upgrade/start', { ...init, body })),
  };
}

/** Percent-encoded, since the service decodes values once and a header does not take every character. */
function cookies({ sid, uid }: Session): string {
  return `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}`;
}
