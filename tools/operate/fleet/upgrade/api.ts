import { createStreamFleetClient, RefusalError, type StreamFleetClient } from '../../../../client/src/index.ts';
import { UsageError } from '../../../command-line.ts';
import { pastedSession } from '../../session-cookies.ts';
import type { CommandContext, Tool } from '../program.ts';

export interface SessionOptions {
  readonly sid?: string | undefined;
  readonly uid?: string | undefined;
}

/** A command that works through the API. */
export type OnApi = (context: CommandContext, api: StreamFleetClient) => Promise<void>;

/** Somebody who waits for a campaign can wait this long for a retry. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs a command with the API of the stage, and the session from options or the environment.
 * @param through how the stage is opened: for a command that is cut off anywhere unless said otherwise
 * @throws UsageError when a part of the session is missing
 */
export async function onApi(
  { context: { env }, onStage }: Tool,
  options: SessionOptions,
  run: OnApi,
  through: Tool['onStage'] = onStage,
): Promise<void> {
  const { sid = env['FLEET_SID'], uid = env['FLEET_UID'] } = options;
  if (!sid || !uid) {
    throw new UsageError('Set FLEET_SID and FLEET_UID to the cookies of an administrator, or give --sid and --uid');
  }
  await through((context) => {
    const session = pastedSession({ sid, uid });
    return run(context, createStreamFleetClient({ baseUrl: context.url, session, longestWaitMs: LONGEST_WAIT_MS }));
  });
}

/** The limit of a stage that sets no other. */
const USUAL_BATCH_SIZE = 1_000;

/** Makes a call for so many devices, with a batch size that the stage accepts. */
export type InBatches = <T>(devices: number, call: (size: number) => Promise<T>) => Promise<T>;

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
