import type { Cancellation, Claim } from '../../functions/domain/ports.ts';
import type { WriteOutcome } from '../../functions/domain/write-outcome.ts';
import { upgradesIn } from '../../functions/store/upgrades.ts';
import type { Database } from './database.ts';
import { progress } from './reports.ts';
import { newSns, put, stage } from './stage.ts';
import { after, CLAIMED_AT, EARLIER, upgradeOf } from './upgrades.ts';

/** A device that has somebody else's upgrade on record, live unless told otherwise. */
export async function held(overrides: Record<string, unknown> = {}): Promise<string> {
  const [sn = ''] = newSns(1);
  await put('upgrades', { sn, ...EARLIER, requestedAt: after(-60_000), ...overrides });
  return sn;
}

/** Makes claims through the store of a suite, each over what is on record for its device. */
export function claimsOn({ client }: Database) {
  const store = upgradesIn(stage.tables.upgrades, client);
  const makeAll = async (claims: readonly Claim[], inTime = () => true): Promise<readonly WriteOutcome[]> =>
    (await store.claim(claims, inTime)).map(({ outcome }) => outcome);
  const make = async (claim: Claim, inTime?: () => boolean) => {
    const [outcome] = await makeAll([claim], inTime);
    if (outcome === undefined) throw new Error('the claim has no outcome');
    return outcome;
  };
  const read = async (sn: string): Promise<Claim> => ({
    upgrade: upgradeOf(sn),
    replaced: (await store.findMany([sn])).get(sn),
  });
  return { makeAll, make, read, readAndClaim: async (sn: string) => make(await read(sn)) };
}

/** A cancellation by bob, and the first report of a device on somebody else's upgrade. */
export const BY_BOB = { cancelToken: 'token-of-ours', cancelledBy: 'bob', cancelledAt: CLAIMED_AT };
export const begin = (sn: string) => progress({ sn, upgradeId: EARLIER.upgradeId }, 0);

/** Cancels, by the store of a suite, what was on record before `meanwhile`; resolves to the outcomes in order. */
export function cancellationsOn({ client }: Database) {
  const store = upgradesIn(stage.tables.upgrades, client);
  return async (
    sns: readonly string[],
    by: Omit<Cancellation, 'sn' | 'current'>,
    meanwhile?: () => Promise<unknown>,
  ): Promise<readonly WriteOutcome[]> => {
    const current = await store.findMany(sns);
    await meanwhile?.();
    const wanted = sns.flatMap((sn) => {
      const record = current.get(sn);
      return record === undefined ? [] : [{ sn, current: record, ...by }];
    });
    return (await store.cancel(wanted, () => true)).map(({ outcome }) => outcome);
  };
}
