import type { LimitFunction } from 'p-limit';
import type { Devices, Firmwares, Sessions, Upgrades } from '../../domain/ports.ts';

/** The outside world and the stage's settings, as this operation needs them. */
export interface StartUpgradeServices {
  readonly sessions: Sessions;
  readonly firmwares: Firmwares;
  readonly devices: Devices;
  readonly upgrades: Upgrades;
  readonly clock: () => Date;
  /** Bounds the claims in flight; shared by all requests of a container, as its sockets are. */
  readonly limit: LimitFunction;
  /** Seconds for which a claim holds its device. */
  readonly leaseSeconds: number;
  readonly maxBatchSize: number;
  readonly maxBodyBytes: number;
}

/** Who asks, and for how much longer there is somebody to answer. */
export interface Caller {
  readonly userName: string;
  /** Milliseconds until the function is stopped. */
  readonly remainingMs: () => number;
}

/** A signal that aborts when no more than `reserveMs` is left; aborted at once when that is so already. */
export function whileTimeRemains(caller: Caller, reserveMs: number): AbortSignal {
  const usableMs = caller.remainingMs() - reserveMs;
  return usableMs > 0 ? AbortSignal.timeout(usableMs) : AbortSignal.abort();
}
