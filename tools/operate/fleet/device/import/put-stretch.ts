import { FleetError } from '../../fleet-error.ts';
import { messageOf } from '../../output/error-line.ts';
import type { Stage } from '../../stage/stage.ts';
import { putDevices } from './put-devices.ts';
import type { Stretch } from './stretches.ts';

/**
 * Puts the devices of a stretch. Throws a FleetError that tells how to go on when that fails, or when the import was
 * interrupted before: puts may be repeated, so it begins with this stretch.
 */
export async function putStretch(stage: Stage, { first, devices }: Stretch, interruption: AbortSignal): Promise<void> {
  const goOn = `all lines before ${String(first)} are done: go on with --from ${String(first)}`;
  if (interruption.aborted) throw new FleetError(`Interrupted; ${goOn}`);
  try {
    await putDevices(stage, [...devices.values()]);
  } catch (error) {
    throw new FleetError(`${messageOf(error)}; ${goOn}`, { cause: error });
  }
}
