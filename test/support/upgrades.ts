import type { Upgrade } from '../../functions/domain/upgrade.ts';

/**
 * The time of claims with a fixed clock: far in the future, since the engine deletes records whose time to live is over
 * by its own clock.
 */
export const CLAIMED_AT = new Date('2100-01-01T00:00:00.000Z');
export const CLAIMED_AT_SECONDS = 4_102_444_800;

/** The moment this many milliseconds after the claims, as it is stored. */
export function after(milliseconds: number): string {
  return new Date(CLAIMED_AT.getTime() + milliseconds).toISOString();
}

/** An upgrade that a request wants to record. */
export function upgradeOf(sn: string, overrides: Partial<Upgrade> = {}): Upgrade {
  return {
    sn,
    upgradeId: 'ours',
    firmwareId: 21,
    file: { version: '2.4.0', location: 's3://firmwares/21.bin', sizeBytes: 1000, sha256: 'a'.repeat(64) },
    claimToken: 'token-of-ours',
    requestedBy: 'ann',
    requestedAt: CLAIMED_AT,
    leaseEndsAt: CLAIMED_AT_SECONDS + 3600,
    ...overrides,
  };
}

/** A record of the stream, as the engine gives it; its texts hold what a terminal would act upon. */
export function streamRecord(sn: string, number: number | bigint, state = 'requested') {
  const names = ['upgradeId', 'version', 'location', 'sha256', 'requestedBy', 'requestedAt', 'claimToken'];
  const texts = Object.fromEntries(names.map((name) => [name, { S: 'x\u202E' }]));
  const NewImage = { ...texts, sn: { S: sn }, state: { S: state }, firmwareId: { N: '21' }, sizeBytes: { N: '1' } };
  return { dynamodb: { SequenceNumber: String(number), NewImage } };
}

/** Somebody else's live upgrade as a claim sees it, and as it is stored, apart from its serial number. */
export const EARLIER = {
  upgradeId: 'earlier',
  firmwareId: 22,
  claimToken: 'token-of-another',
  state: 'running',
  leaseEndsAt: CLAIMED_AT_SECONDS + 600,
};
