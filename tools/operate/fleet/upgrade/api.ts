import {
  createStreamFleetClient,
  RefusalError,
  type Session,
  type StreamFleetClient,
} from '../../../../client/src/index.ts';
import { UsageError, type ProgramContext } from '../../../command-line.ts';
import type { Stage } from '../stage/stage.ts';

/** The options that name a session. */
export interface SessionOptions {
  readonly sid?: string | undefined;
  readonly uid?: string | undefined;
}

/**
 * The session from options or the environment.
 * @throws UsageError when a part is missing
 */
export function sessionFrom(options: SessionOptions, env: ProgramContext['env']): Session {
  const { sid = env['FLEET_SID'], uid = env['FLEET_UID'] } = options;
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

/** Makes a call for so many devices, with a batch size that the stage accepts. */
type InBatches = <T>(devices: number, call: (size: number) => Promise<T>) => Promise<T>;

/** Learns the batch size that a stage accepts, which it reveals only by refusing more, for all calls that it makes. */
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

/** What the API says of each device, batch by batch. */
export async function* detailsOf<Detail>(
  inBatches: InBatches,
  sns: readonly string[],
  ask: (batch: readonly string[]) => Promise<{ readonly details: readonly Detail[] }>,
): AsyncGenerator<readonly Detail[], void> {
  for (let at = 0; at < sns.length;) {
    const { details } = await inBatches(sns.length - at, (size) => ask(sns.slice(at, at + size)));
    yield details;
    at += details.length;
  }
}
