import fc from 'fast-check';
import type { Device } from '../../../functions/domain/device.ts';
import type { Firmware } from '../../../functions/domain/firmware.ts';
import { firmware21 } from '../fakes.ts';
import type { Fate } from './actors.ts';

/** What happens next; `pick` chooses among what there is. */
export interface Action {
  readonly kind:
    | 'steps'
    | 'fault'
    | 'run'
    | 'report'
    | 'device'
    | 'outage'
    | 'other'
    | 'clock'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'status'
    | 'firmware'
    | 'create';
  readonly pick: number;
}

/** Some roll-outs over the same devices, and what happens to them. */
export interface Scenario {
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly devices: number;
  /** Whether they are offline at first. */
  readonly offline: boolean;
  readonly actions: readonly Action[];
}

const body = fc.record({
  'firmware-id': fc.constantFrom(21, 21, 22),
  from: fc.nat(3),
  waves: fc.constantFrom(
    [{ devices: 1 }],
    [{ devices: 2 }, { percent: 50 }],
    [{ percent: 20 }, { percent: 60 }],
    ...[[{ percent: 100 }], [{ percent: 100 }], [{ percent: 100 }]],
  ),
  'between-waves': fc.constantFrom<(number | 'manual')[]>(0, 0, 30, 'manual'),
  stop: fc.record({ 'failed-percent': fc.constantFrom(5, 30, 60), 'of-at-least': fc.constantFrom(1, 3, 10) }),
  'max-in-flight': fc.constantFrom(1, 1, 2, 100),
  'wait-hours': fc.constantFrom(0, 1, 24, 24),
});

const WEIGHTS: Readonly<Record<Action['kind'], number>> = {
  ...{ steps: 45, fault: 4, run: 12, report: 16, device: 6, outage: 6, other: 3, clock: 5 },
  ...{ pause: 2, resume: 5, cancel: 0.3, status: 1, firmware: 0.7, create: 3 },
};

const action = fc.oneof(
  ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
    weight: weight * 10,
    arbitrary: fc.record({ kind: fc.constant(kind as Action['kind']), pick: fc.nat(999) }),
  })),
);

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  bodies: fc.array(body, { minLength: 1, maxLength: 3 }),
  offline: fc.boolean(),
  devices: fc.oneof({ weight: 11, arbitrary: fc.integer({ min: 3, max: 8 }) }, fc.integer({ min: 88, max: 95 })),
  actions: fc.array(action, { minLength: 60, maxLength: 160 }),
});

export const DEVICES: readonly Partial<Device>[] = [
  ...[{}, {}, {}, { online: false }, { online: false }],
  ...[{ firmwareVersion: '2.1.0' }, { familyId: 8 }],
];
export const FIRMWARES: readonly (Firmware | undefined)[] = [
  firmware21,
  { state: 'unavailable' },
  undefined,
  firmware21,
];

export const FAULTS: readonly Fate[] = ['lost', 'late', 'refused', 'crash'];
/** By which the clock goes on, or is set. */
export const MINUTES = [1, 1, 1, 1, 1, 1, 5, 5, 5, 31, 31, 61, 25 * 60, -1, -20];

const FIRST_REPORTS = ['running', 'running', 'running', 'running', 'failed', 'cancelled'];
const LATER_REPORTS = ['succeeded', 'succeeded', 'succeeded', 'succeeded', 'running', 'failed'];

/** What a device may report next on an upgrade in this state. */
export function reported(state: string | undefined, pick: number): string {
  const states = state === 'requested' ? FIRST_REPORTS : LATER_REPORTS;
  return states[pick % states.length] ?? 'running';
}
