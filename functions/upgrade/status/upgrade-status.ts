import { serialNumbersIn } from '../../domain/device.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { StatusRequest } from '../request.ts';
import type { Outcome } from '../respond.ts';
import type { UpgradeServices } from '../services.ts';
import { reportOf } from './report.ts';

/** Tells what is on record for each device; writes nothing. Rejects with StoreUnavailable when reading fails. */
export async function upgradeStatus({ sns }: StatusRequest, { upgrades, clock }: UpgradeServices): Promise<Outcome> {
  // Before the read: by a later time, a lease that was renewed during it would look expired.
  const now = epochSeconds(clock());
  const records = await upgrades.describeMany(serialNumbersIn(sns));
  return {
    results: new Map(sns.map((sn) => [sn, records.has(sn) ? 'SUCCESS' : 'NOT_EXIST'])),
    reports: new Map([...records].map(([sn, record]) => [sn, [reportOf(record, now)]])),
  };
}
