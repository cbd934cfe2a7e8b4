import { setImmediate as settled } from 'node:timers/promises';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { Refusal } from '../../../functions/domain/refusal.ts';
import type { RolloutServices } from '../../../functions/rollout/services.ts';
import type { Ports } from './tables.ts';

/** What becomes of a call to the tables. */
export type Fate =
  | 'done'
  /** Done, but the reply is lost. */
  | 'lost'
  /** The caller gives up, and the call is done at some later time. */
  | 'late'
  /** Not done: throttled, or in conflict with another. */
  | 'refused'
  /** The caller is stopped in the middle of it. */
  | 'crash';

interface Call {
  readonly actor: Actor;
  readonly run: () => Promise<unknown>;
  /** Tells the caller what became of it. */
  readonly settle: (outcome: Outcome) => void;
  /** What the caller is told when nobody knows. */
  readonly unknown: Outcome;
}

type Outcome = () => unknown;

interface Actor {
  isStopped: boolean;
  /** What it last read from its clock. */
  now: number;
}

export const LEASE_SECONDS = 3_600;

const unavailable: Outcome = () => {
  throw new StoreUnavailable('the call');
};

/** What those are told that never reject. */
const UNKNOWN: Readonly<Record<string, Outcome>> = {
  change: () => ({ kind: 'superseded' }),
  setAside: () => undefined,
};

async function outcomeOf({ run }: Call): Promise<Outcome> {
  try {
    const value = await run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Runs several programs on the same tables, one call at a time, in an order and with faults that the caller chooses. The
 * programs await nothing but their ports.
 */
export class Actors {
  readonly #tables: Ports;
  readonly #watch: (now: number) => Promise<void>;
  #calls: Call[] = [];
  /** Milliseconds since 1970. */
  now: number;

  /** @param watch called after each call that was done, with what the caller had read from its clock */
  constructor(tables: Ports, now: Date, watch: (now: number) => Promise<void>) {
    this.#tables = tables;
    this.now = now.getTime();
    this.#watch = watch;
  }

  /** How many calls wait to be done. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Starts a program, up to its first calls. @param skewMs of its clock */
  async start(program: (services: RolloutServices) => Promise<unknown>, skewMs = 0): Promise<void> {
    const actor = { isStopped: false, now: this.now + skewMs };
    program(this.#services(actor, skewMs)).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable || error instanceof Refusal)) throw error;
    });
    await settled();
  }

  /** Decides on the call at this place among those that wait, and lets its caller go on to its next. */
  async step(place: number, fate: Fate): Promise<void> {
    const [call] = this.#calls.splice(place % Math.max(this.#calls.length, 1), 1);
    if (call === undefined) return;
    if (fate === 'late') this.#calls.push({ ...call, actor: { ...call.actor, isStopped: true } });
    const isDone = fate !== 'refused' && fate !== 'late';
    const outcome = isDone ? await outcomeOf(call) : call.unknown;
    if (isDone) await this.#watch(call.actor.now);
    if (fate === 'crash') this.#stop(call.actor);
    if (call.actor.isStopped) return;
    call.settle(fate === 'done' ? outcome : call.unknown);
    await settled();
  }

  /** Stops all programs where they are; calls on their way are never done. */
  stopAll(): void {
    this.#calls = [];
  }

  #stop(actor: Actor): void {
    actor.isStopped = true;
    this.#calls = this.#calls.filter((call) => call.actor !== actor);
  }

  #services(actor: Actor, skewMs: number): RolloutServices {
    const { rollouts, upgrades, devices, firmwares } = this.#tables;
    return {
      rollouts: this.#gated(rollouts, actor),
      upgrades: this.#gated(upgrades, actor),
      devices: this.#gated(devices, actor),
      firmwares: this.#gated(firmwares, actor),
      clock: () => new Date((actor.now = this.now + skewMs)),
      leaseSeconds: LEASE_SECONDS,
    };
  }

  /** The same port, each call of which waits until it is its turn. */
  #gated<Port extends object>(port: Port, actor: Actor): Port {
    const gated = Object.entries(port).map(([name, method]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      name,
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const settle = (outcome: Outcome) => {
            new Promise((told) => {
              told(outcome());
            }).then(resolve, reject);
          };
          this.#calls.push({ actor, run: () => method(...args), settle, unknown: UNKNOWN[name] ?? unavailable });
        }),
    ]);
    return Object.fromEntries(gated) as Port;
  }
}
