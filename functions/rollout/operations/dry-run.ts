import { isTimeForStep, type Caller } from '../../config/deadline.ts';
import { API_STATUS } from '../../domain/api-status.ts';
import { serialNumbersIn } from '../../domain/device.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import { STANDINGS, type Letter, type Standing } from '../../domain/members.ts';
import { StoreUnavailable } from '../../domain/ports.ts';
import { chunksOf } from '../../store/batching.ts';
import { judgeMember } from '../judge-member.ts';
import { named, type Outcome } from '../report.ts';
import type { CreateRequest } from '../request.ts';
import type { RolloutServices } from '../services.ts';
import { readBefore } from './create.ts';

/** Devices that are read at once. */
const DEVICES_A_READ = 2_000;
/** Devices that are told one by one. */
const MOST_TOLD = 1_000;

interface Judged {
  readonly sn: string;
  readonly verdict: Letter | 'CLAIM';
}

/** Tells what would become now of each member of a roll-out, and refuses as its creation does; writes nothing. */
export async function dryRunRollout(
  request: CreateRequest,
  services: RolloutServices,
  { remainingMs }: Caller,
): Promise<Outcome> {
  const before = await readBefore(request, services);
  if ('repeat' in before) return { entries: [before.repeat] };
  const verdicts: Judged[] = [];
  for (const sns of chunksOf(DEVICES_A_READ, request.sns)) {
    if (!isTimeForStep(remainingMs())) throw new StoreUnavailable('reading the devices of a dry run in time');
    verdicts.push(...(await judged(sns, before.firmware, services)));
  }
  return { entries: [{ rolloutId: request.rolloutId, result: 'SUCCESS', report: dryRunReport(request, verdicts) }] };
}

async function judged(
  sns: readonly string[],
  firmware: AvailableFirmware,
  { devices, upgrades, clock }: RolloutServices,
): Promise<readonly Judged[]> {
  const now = clock();
  const possible = serialNumbersIn(sns);
  const [known, records] = await Promise.all([devices.findMany(possible), upgrades.describeMany(possible)]);
  const common = { firmware, isAwaited: false, decidedAt: now.toISOString(), now };
  return sns.map((sn) => ({
    sn,
    verdict: judgeMember({ ...common, device: known.get(sn), record: records.get(sn) }),
  }));
}

function dryRunReport({ waves }: CreateRequest, verdicts: readonly Judged[]): object {
  const results: Record<string, number> = {};
  for (const { verdict } of verdicts) {
    const { result, reason }: Partial<Standing> = verdict === 'CLAIM' ? {} : STANDINGS[verdict];
    const key = reason ?? String(API_STATUS[result ?? 'SUCCESS'].code);
    results[key] = (results[key] ?? 0) + 1;
  }
  const wouldStart = (from: number, to: number) =>
    verdicts.slice(from, to).filter(({ verdict }) => verdict === 'CLAIM').length;
  return {
    waves: waves.map((devices, index) => ({ devices, 'would-start': wouldStart(waves[index - 1] ?? 0, devices) })),
    results,
    devices: verdicts.flatMap(notStarted).slice(0, MOST_TOLD),
  };
}

function notStarted({ sn, verdict }: Judged): readonly object[] {
  if (verdict === 'CLAIM') return [];
  const { result, reason }: Standing = STANDINGS[verdict];
  return [{ ...named(sn), result: result && API_STATUS[result].code, reason }];
}
