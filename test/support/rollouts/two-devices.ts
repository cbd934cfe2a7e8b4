import type { Letter } from '../../../functions/domain/members.ts';
import type { Rollouts } from '../../../functions/domain/ports.ts';
import { advance, type Run } from '../../../functions/rollout/advance/advance.ts';
import { device, firmware21, NOW } from '../fakes.ts';
import { rolloutOf, type Overrides } from './rollout-of.ts';
import { tablesInMemory, type Ports, type Tables } from './tables.ts';

export const SNS = ['SN1', 'SN2'];
const ONLY = { rolloutId: 'only', total: 2, waves: [{ devices: 2 }], counts: { queued: 2 } };

/** One roll-out to devices that are online, on which nothing has begun unless its head and letters tell so. */
export async function ofTwoDevices(head: Overrides = {}, letters = 'qq', number = 0): Promise<Tables> {
  const tables = tablesInMemory();
  await tables.putFirmware(21, firmware21);
  for (const sn of SNS) await tables.putDevice(device(sn));
  const chunk = { number, sns: SNS, letters: Array.from(letters) as Letter[] };
  await tables.ports.rollouts.create(rolloutOf({ ...ONLY, ...head }), [chunk]);
  return tables;
}

/** One run over all roll-outs, whose table does some things otherwise. */
export function run(ports: Ports, instead: Partial<Rollouts> = {}, clock = () => NOW, inTime = true): Promise<Run> {
  const rollouts = { ...ports.rollouts, ...instead };
  return advance({ ...ports, rollouts, clock, leaseSeconds: 60 }, () => inTime);
}
