import { expect } from '@jest/globals';
import { deviceGatewayOn } from '../../tools/device-gateway/device-gateway.ts';
import type { End, ReportedUpgrade } from '../../tools/device-gateway/reports.ts';
import { documents, newDevice, nowSeconds, put, results, stage, storedUpgrade, upgrade } from './stage.ts';

/** A device gateway that reports to the shared stage. */
export const gateway = deviceGatewayOn(stage.tables.upgrades, documents);

export const succeeded: End = { state: 'succeeded' };
export const failed: End = { state: 'failed', reason: 'checksum mismatch' };

/** Starts an upgrade of a device through the API, and returns its code: 4 too when the request as a whole had none. */
export async function start(sn: string, firmwareId = 21): Promise<number> {
  return results(await upgrade([sn], firmwareId))[0] ?? 4;
}

/** A new device with an upgrade under way, as start-upgrade started it. */
export async function started(): Promise<ReportedUpgrade> {
  const sn = await newDevice();
  let code = await start(sn);
  // A busy machine may leave it unknown whether it was started: asked again, it is, or was.
  for (let again = 0; code === 4 && again < 9; again += 1) code = await start(sn);
  expect([0, 1]).toContain(code);
  return upgradeOf(sn);
}

/** The upgrade that is on record for a device. */
export async function upgradeOf(sn: string): Promise<ReportedUpgrade> {
  return { sn, upgradeId: String((await storedUpgrade(sn))?.['upgradeId']) };
}

export function progress(of: ReportedUpgrade, percent: number, leaseEndsAt = nowSeconds() + 3600) {
  return gateway.reportProgress(of, { percent, leaseEndsAt });
}

/** A new device with an upgrade whose lease has run out. */
export async function startedAndExpired(): Promise<ReportedUpgrade> {
  const late = await started();
  await put('upgrades', { ...(await storedUpgrade(late.sn)), leaseEndsAt: nowSeconds() - 1 });
  return late;
}
