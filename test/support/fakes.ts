import pLimit from 'p-limit';
import type { Device } from '../../functions/domain/device.ts';
import type { AvailableFirmware, Firmware } from '../../functions/domain/firmware.ts';
import type { ClaimOutcome } from '../../functions/domain/ports.ts';
import type { Session } from '../../functions/domain/session.ts';
import type { HeldUpgrade, Upgrade } from '../../functions/domain/upgrade.ts';
import type { StartUpgradeServices } from '../../functions/upgrade/start/services.ts';

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

export function device(sn: string, overrides: Partial<Device> = {}): Device {
  return { sn, ...product, online: true, ...overrides };
}

export const annAdmin: Session = { userName: 'ann', role: 'admin', expiresAt: NOW_SECONDS + 3600 };

/** A claim that was written where nothing was on record. */
export const CLAIMED: ClaimOutcome = { claimed: true, over: undefined };

/** A claim that met an upgrade that holds the device. */
export function heldBy(held: HeldUpgrade): ClaimOutcome {
  return { claimed: false, heldBy: held, mayBeWritten: false };
}

interface World {
  readonly sessions?: Readonly<Record<string, Session>>;
  readonly firmwares?: Readonly<Record<number, Firmware>>;
  readonly devices?: readonly Device[];
  readonly claim?: (upgrade: Upgrade, inTime: () => boolean) => Promise<ClaimOutcome>;
  readonly held?: (sns: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, HeldUpgrade>>;
}

/** Services of an invented world; what a test leaves out is not there, and every claim succeeds. Decisions only. */
export function servicesOf(world: World = {}): StartUpgradeServices {
  const registered = world.devices ?? [device('SN1')];
  return {
    sessions: { find: (sid) => Promise.resolve((world.sessions ?? { 'sid-of-ann': annAdmin })[sid]) },
    firmwares: { find: (id) => Promise.resolve((world.firmwares ?? { 21: firmware21 })[id]) },
    devices: {
      findMany: (sns) =>
        Promise.resolve(new Map(registered.filter(({ sn }) => sns.includes(sn)).map((known) => [known.sn, known]))),
    },
    upgrades: {
      claim: world.claim ?? (() => Promise.resolve(CLAIMED)),
      findMany: world.held ?? (() => Promise.resolve(new Map())),
    },
    clock: () => NOW,
    limit: pLimit(100),
    leaseSeconds: 3600,
    maxBatchSize: 1000,
    maxBodyBytes: 262_144,
  };
}
