import { randomUUID } from 'node:crypto';
import type { Device } from '../../../functions/domain/device.ts';
import { epochSeconds } from '../../../functions/domain/epoch-seconds.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { isLive, isUnfinished } from '../../../functions/domain/upgrade.ts';
import { advance } from '../../../functions/rollout/advance/advance.ts';
import { createRollout } from '../../../functions/rollout/operations/create.ts';
import { resumeRollout } from '../../../functions/rollout/operations/resume.ts';
import { rolloutStatus } from '../../../functions/rollout/operations/status.ts';
import { cancelRollout, pauseRollout } from '../../../functions/rollout/operations/stop.ts';
import type { Outcome } from '../../../functions/rollout/report.ts';
import { createRequest } from '../../../functions/rollout/request.ts';
import type { RolloutServices } from '../../../functions/rollout/services.ts';
import { claimOver } from '../../../functions/store/claim-over.ts';
import { Observer } from '../../../tools/prove/chaos/checker/rollouts/observer.ts';
import { device, firmware21, firmware22, NOW } from '../fakes.ts';
import { Actors, LEASE_SECONDS } from './actors.ts';
import { MINUTES, DEVICES, FAULTS, FIRMWARES, reported, type Action, type Scenario } from './scenarios.ts';
import type { Tables } from './tables.ts';

const MINUTE_MS = 60_000;
const LONGEST_RUN_CALLS = 20_000;
/** With a wave of a hundred, one at a time, and a day of waiting after it. */
const LONGEST_WAIT_RUNS = 400;
const CALLER = { userName: 'ann', remainingMs: () => Infinity };

type Told = Partial<Pick<Rollout, 'counts' | 'total'>>;

/** A stage in which a scenario plays. */
export class Stage {
  readonly observer = new Observer();
  readonly actors: Actors;
  readonly #tables: Tables;
  readonly #scenario: Scenario;
  readonly #sns: readonly string[];
  #created = 0;

  constructor(tables: Tables, scenario: Scenario) {
    this.#tables = tables;
    this.#scenario = scenario;
    this.#sns = Array.from({ length: scenario.devices }, (_, index) => `SN${String(index)}`);
    this.actors = new Actors(tables.ports, NOW, (now) => this.#observe(now));
  }

  /** Two firmwares, the devices, and so many of the roll-outs. */
  async setUp(rollouts = 1): Promise<void> {
    await this.#tables.putFirmware(21, firmware21);
    await this.#tables.putFirmware(22, firmware22);
    await this.#putAll({ online: !this.#scenario.offline });
    for (let made = 0; made < rollouts; made += 1) await this.#create();
    await this.#calmly();
  }

  async play(): Promise<void> {
    await this.setUp();
    for (const each of this.#scenario.actions) await this.#act(each);
    await this.#calmly();
  }

  async #calmly(): Promise<void> {
    for (let step = 0; this.actors.waiting > 0; step += 1) {
      if (step > LONGEST_RUN_CALLS) throw new Error('a run never ends');
      await this.actors.step(0, 'done');
    }
  }

  /** All devices that are under way succeed. */
  async endAll(): Promise<void> {
    for (const sn of this.#sns) for (let report = 0; report < 2; report += 1) await this.#report(sn, 0);
  }

  /** One run without faults. */
  async run(): Promise<void> {
    await this.actors.start((services) => advance(services, () => true));
    await this.#calmly();
  }

  /**
   * Runs go on, and whatever is under way ends. Resolves to the roll-outs that have neither ended nor wait for a person.
   */
  async settle(): Promise<readonly string[]> {
    const going = () =>
      [...this.observer.last.rollouts.values()]
        .filter(({ rollout }) => rollout.state === 'running')
        .map(({ rollout }) => rollout.rolloutId);
    for (let run = 0; run < LONGEST_WAIT_RUNS && going().length > 0; run += 1) {
      this.actors.now += 61 * MINUTE_MS;
      // Others never report again: their leases run out.
      const reporting = this.#sns.filter((_, index) => index % 3 > 0);
      for (const sn of reporting) await this.#report(sn, run);
      await this.run();
    }
    return going();
  }

  async #observe(now?: number): Promise<void> {
    this.observer.observe(await this.#tables.snapshot(), now);
  }

  #act({ kind, pick }: Action): Promise<unknown> {
    const ids = [...this.observer.last.rollouts.keys()];
    const id = ids[pick % Math.max(ids.length, 1)] ?? 'none';
    const sn = this.#sns[pick % this.#sns.length] ?? '';
    const { putDevice, putFirmware } = this.#tables;
    const minutes = MINUTES[pick % MINUTES.length] ?? 0;
    const acts: Readonly<Record<Action['kind'], () => Promise<unknown>>> = {
      steps: () => this.#steps(pick),
      fault: () => this.actors.step(pick, FAULTS[pick % FAULTS.length] ?? 'lost'),
      run: () => this.actors.start((services) => advance(services, () => true), ((pick % 3) - 1) * MINUTE_MS),
      report: () => this.#reportOne(pick),
      device: () => putDevice(device(sn, DEVICES[pick % DEVICES.length])),
      outage: () => this.#putAll({ online: pick % 2 > 0 }),
      other: () => this.#claim(sn, pick),
      clock: () => Promise.resolve((this.actors.now += minutes * MINUTE_MS)),
      pause: () => this.#stop((services) => pauseRollout({ rolloutId: id }, services, CALLER), id),
      cancel: () => this.#stop((services) => cancelRollout({ rolloutId: id }, services, CALLER), id),
      resume: () => this.#resume(id, pick),
      status: () => this.actors.start((services) => this.#status(id, services)),
      firmware: () => putFirmware(21, FIRMWARES[pick % FIRMWARES.length]),
      create: () => this.#create(),
    };
    return acts[kind]();
  }

  #putAll(overrides: Partial<Device>): Promise<unknown> {
    return Promise.all(this.#sns.map((sn) => this.#tables.putDevice(device(sn, overrides))));
  }

  async #steps(pick: number): Promise<void> {
    for (let step = 0; step <= pick % 8; step += 1) await this.actors.step(pick, 'done');
  }

  /** As somebody saw it last, or a little earlier. */
  #resume(rolloutId: string, pick: number): Promise<void> {
    const version = (this.observer.last.rollouts.get(rolloutId)?.rollout.version ?? 1) - (pick % 7 === 0 ? 1 : 0);
    return this.actors.start((services) => resumeRollout({ rolloutId, version }, services, CALLER));
  }

  async #create(): Promise<void> {
    const asked = this.#scenario.bodies[this.#created];
    if (asked === undefined) return;
    this.#created += 1;
    const { from, ...rest } = asked;
    const sn = [...this.#sns.slice(Number(from)), 'no such device'];
    const request = createRequest({ ...rest, sn, 'rollout-id': `r${String(this.#created)}` });
    await this.actors.start((services) => createRollout(request, services, CALLER));
  }

  async #reportOne(pick: number): Promise<void> {
    const open = [...this.observer.last.records].filter(([, record]) => isUnfinished(record));
    const [sn] = open[pick % Math.max(open.length, 1)] ?? [];
    if (sn !== undefined) await this.#report(sn, pick);
  }

  /** As the device gateway: begins, succeeds, fails, renews. A late success after the lease has run out is taken too. */
  async #report(sn: string, pick: number): Promise<void> {
    const record = this.observer.last.records.get(sn);
    if (record?.upgradeId === undefined || !isUnfinished(record)) return;
    const state = reported(record.state, pick);
    const leaseEndsAt = epochSeconds(new Date(this.actors.now)) + LEASE_SECONDS;
    await this.#tables.report(sn, record.upgradeId, { state, leaseEndsAt });
    await this.#observe();
  }

  /** Somebody else starts an upgrade. */
  async #claim(sn: string, pick: number): Promise<void> {
    const replaced = this.observer.last.records.get(sn);
    const now = new Date(this.actors.now);
    if (replaced !== undefined && isLive(replaced, epochSeconds(now))) return;
    const { firmwareId, file } = pick % 2 === 0 ? firmware21 : firmware22;
    const made = { sn, firmwareId, file, claimToken: randomUUID(), requestedBy: 'bob' };
    await this.#tables.claim(claimOver(replaced, made, now, LEASE_SECONDS));
    await this.#observe();
  }

  /** Once it is answered that a roll-out is stopped, it was so at some moment since it was asked for. */
  #stop(operation: (services: RolloutServices) => Promise<Outcome>, rolloutId: string): Promise<void> {
    const asked = this.observer.moment;
    return this.actors.start(async (services) => {
      const { entries } = await operation(services);
      const isStopped = entries.some(({ result }) => result === 'SUCCESS' || result === 'REPEAT');
      if (isStopped && this.observer.notRunningAt(rolloutId) < asked) {
        this.observer.violations.push({ rule: 'R2', rolloutId, what: 'told that it was stopped, but it went on' });
      }
    });
  }

  async #status(rolloutId: string, services: RolloutServices): Promise<void> {
    const { entries } = await rolloutStatus({ rolloutId, state: undefined, after: undefined }, services, CALLER);
    for (const { report } of entries as readonly { report?: Told }[]) {
      const sum = Object.values(report?.counts ?? {}).reduce((one, other) => one + other, 0);
      if (sum !== (report?.total ?? 0))
        this.observer.violations.push({ rule: 'R3', rolloutId, what: 'counts of a status' });
    }
  }
}
