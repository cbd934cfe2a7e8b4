import type { VerdictName } from '../../domain/api-status.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import { isLive, type HeldUpgrade } from '../../domain/upgrade.ts';
import { logError } from '../../log/log.ts';
import { answerHeld } from './held.ts';
import type { Verdicts } from './respond.ts';
import { whileTimeRemains, type Caller, type StartUpgradeServices } from './services.ts';

const RESERVE_MS = 500;

/**
 * Tells offline devices that are upgrading (REPEAT or DEVICE_BUSY) from those that are just away (DEVICE_LOST).
 * Never rejects, as claims of the same request may be under way: devices that could not be read are left out.
 */
export async function lookAt(
  sns: readonly string[],
  firmwareId: number,
  { upgrades, clock }: StartUpgradeServices,
  caller: Caller,
): Promise<Verdicts> {
  if (sns.length === 0) return new Map();
  try {
    const found = await upgrades.findMany(sns, whileTimeRemains(caller, RESERVE_MS));
    const now = epochSeconds(clock());
    return new Map(sns.map((sn) => [sn, verdictOn(found.get(sn), firmwareId, now)]));
  } catch (error) {
    logError('LOOK_FAILED', error, { devices: sns.length });
    return new Map();
  }
}

function verdictOn(held: HeldUpgrade | undefined, firmwareId: number, now: number): VerdictName {
  return held !== undefined && isLive(held, now) ? answerHeld(held, firmwareId) : 'DEVICE_LOST';
}
