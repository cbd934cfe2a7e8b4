import type { VerdictName } from '../domain/api-status.ts';
import { Refusal } from '../domain/refusal.ts';
import { claimAll } from './claim.ts';
import { judge, type Ruling } from './judge.ts';
import { lookAt } from './look.ts';
import type { UpgradeRequest } from './request.ts';
import type { Verdicts } from './respond.ts';
import type { Caller, StartUpgradeServices } from './services.ts';

/**
 * Starts the upgrade on each device that may have it: read, judge, claim. Rejects with {@link Refusal} when the
 * request is refused whole and with StoreUnavailable when reading fails, in both cases before anything is written;
 * from the first claim on it always resolves, whatever happens, with a verdict for every device.
 */
export async function startUpgrade(
  request: UpgradeRequest,
  services: StartUpgradeServices,
  caller: Caller,
): Promise<Verdicts> {
  const [firmware, devices] = await Promise.all([
    services.firmwares.find(request.firmwareId),
    services.devices.findMany(request.sns),
  ]);
  const judgement = judge(request, firmware, devices);
  if ('refusal' in judgement) throw new Refusal(judgement.refusal);

  const { rulings } = judgement;
  const [claimed, looked] = await Promise.all([
    claimAll(ruledAs('CLAIM', rulings), judgement.firmware, services, caller),
    lookAt(ruledAs('LOOK', rulings), request.firmwareId, services, caller),
  ]);
  return new Map([...rulings].map(([sn, ruling]) => [sn, verdictOn(sn, ruling, claimed, looked)]));
}

function ruledAs(wanted: Ruling, rulings: ReadonlyMap<string, Ruling>): readonly string[] {
  return [...rulings].filter(([, ruling]) => ruling === wanted).map(([sn]) => sn);
}

function verdictOn(sn: string, ruling: Ruling, claimed: Verdicts, looked: Verdicts): VerdictName {
  if (ruling === 'CLAIM' || ruling === 'LOOK') return claimed.get(sn) ?? looked.get(sn) ?? 'TRY_AGAIN';
  return ruling;
}
