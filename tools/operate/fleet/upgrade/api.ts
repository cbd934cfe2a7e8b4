import {
  createStreamFleetClient,
  RefusalError,
  type Session,
  type StreamFleetClient,
} from '../../../../client/src/index.ts';
import { UsageError } from '../../../command-line.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * The session that options or the environment give.
 * @throws UsageError when a part is missing
 */
export function sessionFrom(sid: string | undefined, uid: string | undefined): Session {
  if (sid && uid) return { sid, uid };
  throw new UsageError('Set FLEET_SID and FLEET_UID to the cookies of an administrator, or give --sid and --uid');
}

/** Nobody who waits for a campaign gives up sooner. */
const LONGEST_WAIT_MS = 60_000;

/** The API of a stage: with the client's own rules for what is asked again. */
export function apiOf({ url }: Stage, session: Session): StreamFleetClient {
  return createStreamFleetClient({ baseUrl: url, session, longestWaitMs: LONGEST_WAIT_MS });
}

/** Of a stage that sets nothing else. */
const USUAL_BATCH_SIZE = 1_000;

/** Makes a call for so many devices, or as many of them as a stage takes at once: it tells only by refusing what is more. */
type InBatches = <T>(devices: number, call: (size: number) => Promise<T>) => Promise<T>;

/** Learns what a stage takes, for all calls that it makes. */
export function batchSizer(): InBatches {
  let size = USUAL_BATCH_SIZE;
  return async (devices, call) => {
    for (;;) {
      try {
        return await call(size);
      } catch (error) {
        if (size === 1 || !(error instanceof RefusalError && error.codeName === 'TOO_MANY')) throw error;
        size = Math.ceil(Math.min(size, devices) / 2);
      }
    }
  };
}
