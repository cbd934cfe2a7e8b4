import type { Devices, Firmwares, Rollouts, Upgrades } from '../domain/ports.ts';

/** The outside world, as roll-outs need it. */
export interface RolloutServices {
  readonly rollouts: Rollouts;
  readonly upgrades: Pick<Upgrades, 'describeMany'>;
  readonly devices: Devices;
  readonly firmwares: Pick<Firmwares, 'find'>;
  readonly clock: () => Date;
  /** Seconds for which a claim holds its device. */
  readonly leaseSeconds: number;
}
