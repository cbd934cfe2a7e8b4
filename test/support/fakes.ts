import type { Device } from '../../functions/domain/device.ts';
import type { AvailableFirmware, Firmware, ListedFirmware } from '../../functions/domain/firmware.ts';
import type { Cancellation, Claim } from '../../functions/domain/ports.ts';
import type { Session } from '../../functions/domain/session.ts';
import type { CurrentUpgrade, PastUpgrade, RecordedUpgrade } from '../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../functions/domain/write-outcome.ts';
import type { UpgradeServices } from '../../functions/upgrade/services.ts';

/** 2026-11-27T12:00:00Z, the time of all tests with a fixed clock. */
export const NOW = new Date('2026-11-27T12:00:00Z');
export const NOW_SECONDS = 1_795_780_800;

const product = { familyId: 7, modelId: 70, hardwareVersion: '1.0' };

export const firmware21: AvailableFirmware = {
  state: 'available',
  firmwareId: 21,
  product,
  file: { version: '2.1.0', location: 's3://firmware/21.bin', sizeBytes: 1000, sha256: 'a'.repeat(64) },
};

export const firmware22 = { ...firmware21, firmwareId: 22, file: { ...firmware21.file, version: '2.2.0' } };

export function device(sn: string, overrides: Partial<Device> = {}): Device {
  return { sn, ...product, online: true, ...overrides };
}

export const annAdmin: Session = { userName: 'ann', role: 'admin', expiresAt: NOW_SECONDS + 3600 };

/** Somebody else's upgrade to firmware 21 that holds its device. */
export const live: CurrentUpgrade = {
  upgradeId: 'earlier',
  firmwareId: 21,
  claimToken: 'of-another',
  state: 'running',
  leaseEndsAt: NOW_SECONDS + 60,
};

/** The same for another firmware, before its device has begun, ended, and with its lease run out. */
export const ofOtherFirmware: CurrentUpgrade = { ...live, firmwareId: 22 };
export const requested: CurrentUpgrade = { ...live, state: 'requested' };
export const ended: CurrentUpgrade = { ...live, state: 'failed' };
export const expired: CurrentUpgrade = { ...live, leaseEndsAt: NOW_SECONDS };

export const WRITTEN: WriteOutcome = { kind: 'written' };
/** Refused by a record that the database did not show. */
export const NOT_SHOWN: WriteOutcome = { kind: 'refused', by: undefined };
/** The reply was lost. */
export const IN_DOUBT: WriteOutcome = { kind: 'unknown', mayBeWritten: true };
/** Time ran out, or the database did not take it. */
export const NOT_TRIED: WriteOutcome = { kind: 'unknown', mayBeWritten: false };

export function refusedBy(by: CurrentUpgrade): WriteOutcome {
  return { kind: 'refused', by };
}

export const UNTOLD = {
  version: undefined,
  progress: undefined,
  reason: undefined,
  requestedBy: undefined,
  requestedAt: undefined,
};

interface World {
  readonly sessions?: Readonly<Record<string, Session>>;
  readonly firmwares?: Readonly<Record<number, Firmware>>;
  /** The catalogue as it is listed, in no order. */
  readonly listed?: readonly ListedFirmware[];
  readonly devices?: readonly Device[];
  /** What is on record, by serial number. */
  readonly current?: Readonly<Record<string, CurrentUpgrade & Partial<RecordedUpgrade>>>;
  /** What events told of SN1. */
  readonly past?: readonly PastUpgrade[];
  /** The outcome of a claim. */
  readonly outcome?: (claim: Claim, inTime: () => boolean) => WriteOutcome;
  /** The outcome of a cancellation. */
  readonly cancelled?: (cancellation: Cancellation) => WriteOutcome;
}

/** Fake services for tests of decisions. By default there are ann's session, firmware 21 and SN1, and writes succeed. */
export function servicesOf(world: World = {}): UpgradeServices {
  const registered = (world.devices ?? [device('SN1')]).map((known) => [known.sn, known] as const);
  const current = () => Object.entries(world.current ?? {});
  const { outcome = () => WRITTEN, cancelled = () => WRITTEN } = world;
  const among = <T>(sns: readonly string[], known: readonly (readonly [string, T])[]) =>
    Promise.resolve(new Map(known.filter(([sn]) => sns.includes(sn))));
  return {
    sessions: { find: (sid) => Promise.resolve((world.sessions ?? { 'sid-of-ann': annAdmin })[sid]) },
    firmwares: {
      find: (id) => Promise.resolve((world.firmwares ?? { 21: firmware21 })[id]),
      list: () => Promise.resolve(world.listed ?? []),
    },
    devices: { findMany: (sns) => among(sns, registered) },
    upgrades: {
      claim: (claims, inTime) =>
        Promise.resolve(claims.map((claim) => ({ ...claim, outcome: outcome(claim, inTime) }))),
      cancel: (cancellations) => Promise.resolve(cancellations.map((each) => ({ ...each, outcome: cancelled(each) }))),
      findMany: (sns) => among(sns, current()),
      describeMany: (sns) =>
        among(
          sns,
          current().map(([sn, known]) => [sn, { ...UNTOLD, ...known }] as const),
        ),
    },
    history: { findSome: (_sn, most) => Promise.resolve((world.past ?? []).slice(0, most)) },
    clock: () => NOW,
    longestSessionSeconds: Infinity,
    originSecretHashes: [],
    leaseSeconds: 3600,
    maxBatchSize: 1000,
    maxBodyBytes: 262_144,
    metricsNamespace: 'StreamFleet/test',
  };
}
