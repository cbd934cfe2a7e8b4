import {
  createStreamFleetClient,
  RefusalError,
  type Session,
  type StreamFleetClient,
} from '../../../../client/src/index.ts';
import { UsageError } from '../../../command-line.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * The session from options or the environment.
 * @throws UsageError when a part is missing
 */
export function sessionFrom(sid: string | undefined, uid: string | undefined): Session {
  if (sid && uid) return { sid, uid };
  throw new UsageError('Set FLEET_SID and FLEET_UID to the cookies of an administrator, or give --sid and --uid');
}

/** Somebody who waits for a campaign can wait this long for a retry. */
const LONGEST_WAIT_MS = 60_000;

/** The API of a stage, with the client's own retry rules. */
export function apiOf({ url }: Stage, session: Session): StreamFleetClient {
  return createStreamFleetClient({ baseUrl: url, session, longestWaitMs: LONGEST_WAIT_MS });
}

/** The limit of a stage that sets no other. */
const USUAL_BATCH_SIZE = 1_000;

/**
 * Makes a call for so many devices, with a batch size that the stage accepts: it reveals its limit only by refusing
 * more.
 */
type InBatches = <T>(devices: number, call: (size: number) => Promise<T>) => Promise<T>;

/** Learns the batch size that a stage accepts, for all calls that it makes. */
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
