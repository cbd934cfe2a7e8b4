import { setTimeout as pause } from 'node:timers/promises';
import { ATTEMPT_MS } from '../../../../functions/config/deadline.ts';
import { DEMO } from '../../../stage/demo-data/demo.ts';
import type { Invocation, History, RolloutInvocation } from '../checker/history.ts';
import { interventionsOf, type FaultName, type FaultRule } from '../faults/fault-plan.ts';
import { invoke } from './invoke.ts';
import { call, type CallerOptions } from './caller.ts';
import { CLOCK_ERROR_MS, startChaosStage, type ChaosStage, type StageOverrides } from './chaos-stage.ts';
import { livingFleet, registerDevices, SHORT_LEASE_SECONDS, type FleetOptions } from './fleet.ts';
import { operate, runOften, type OperatorOptions } from './operator.ts';
import { startRecording } from './recording.ts';

export interface ChaosOptions
  extends Pick<CallerOptions, 'operations'>, Pick<OperatorOptions, 'rolloutFields'>, FleetOptions {
  /** Ends when this many requests have been made. */
  readonly requests: number;
  /** Ends after this many seconds at the latest. */
  readonly seconds: number;
  readonly callers: number;
  readonly devices: number;
  /** Operators, each with one roll-out at a time; none if not given. */
  readonly operators?: number | undefined;
  readonly rules: readonly FaultRule[];
}

export interface ChaosRun {
  readonly history: History;
  /** How often each fault struck. */
  readonly faults: ReadonlyMap<FaultName, number>;
}

interface ChaosHooks {
  /** Called with the number of requests made so far. */
  readonly onProgress?: (made: number) => void;
  readonly stage?: StageOverrides;
}

/** When the faults are over. Few enough callers for the machine to keep up with: then a 4 has no excuse. */
const CALM = { callers: 4, seconds: Infinity };
const FEWEST_CALM_REQUESTS = 40;
/** Invocations of the run one after the other, at the same time as others. */
const RUNNERS = ['runner-1', 'runner-2'];
const FINALLY = ['cancel-upgrade', 'upgrade-status', 'start-upgrade'] as const;

/**
 * Drives callers, devices, operators of roll-outs and runs over these against a stage of its own, under faults and for a while
 * without any, and returns everything that happened.
 */
export async function runChaos(options: ChaosOptions, hooks: ChaosHooks = {}): Promise<ChaosRun> {
  await using started = new AsyncDisposableStack();
  const { seed, devices, rules, operations, operators = 0, rolloutFields } = options;
  const stage = await startChaosStage(started, hooks.stage);
  const faults = new Map<FaultName, number>();
  const onFault = (fault: FaultName) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const interventions = interventionsOf({ seed, rules, kill: stage.kill, onFault });
  const recording = startRecording(started, stage, livingFleet(started, stage, options), interventions);
  // Half as many again are left to roll-outs alone: of the others, few are free for long.
  const all = await registerDevices(stage, operators > 0 ? Math.ceil(1.5 * devices) : devices);
  const sns = all.slice(0, devices);
  const invocations: Invocation[] = [];
  const onInvocation = (invocation: Invocation): void => {
    invocations.push(invocation);
    hooks.onProgress?.(invocations.length);
  };
  const common = { stage, seed, sns, operations, onInvocation };
  const rolloutInvocations: RolloutInvocation[] = [];
  const phase = { isCalm: false, isOver: false };
  const operating = operateAll(operators, {
    ...{ stage, seed, sns: all, rolloutFields, isCalm: () => phase.isCalm, isOver: () => phase.isOver },
    onRolloutInvocation: (one) =>
      rolloutInvocations.push({ ...one, faultless: one.faultless && one.ended - one.begun < ATTEMPT_MS }),
  });
  await callAll('caller', { ...common, faultless: rules.every(({ rate }) => rate === 0) }, options);
  await recording.endFaults();
  phase.isCalm = true;
  const requests = Math.max(FEWEST_CALM_REQUESTS, invocations.length / 10);
  // A busy machine is a fault of its own: a call to the database may have been given up within a request that took this long.
  const judged = (one: Invocation) => {
    onInvocation({ ...one, faultless: one.ended - one.begun < ATTEMPT_MS });
  };
  await callAll('calm', { ...common, faultless: true, onInvocation: judged }, { ...CALM, requests });
  phase.isOver = true;
  await operating;
  // Uncertainty must come to an end: every device can be asked for, and gets an answer.
  for (const operation of FINALLY) {
    for (const sn of all) {
      const order = { operation, sns: [sn], firmwareId: DEMO.firmwareId, faultless: true };
      onInvocation(await invoke(stage, `${operation}-of-${sn}`, order));
    }
  }
  if (rolloutInvocations.length > 0) await runUntilAtRest(stage, recording);
  const recorded = await recording.end();
  return { history: { clockErrorMs: CLOCK_ERROR_MS, invocations, rolloutInvocations, ...recorded }, faults };
}

/** Runs until one changes nothing, and the next one neither, before which the leases of devices that fell silent have run out. */
async function runUntilAtRest(stage: ChaosStage, { settled }: ReturnType<typeof startRecording>): Promise<void> {
  let writes = await settled();
  for (let unchanged = 0; unchanged < 2;) {
    await stage.run();
    const before = writes;
    writes = await settled();
    unchanged = writes === before ? unchanged + 1 : 0;
    if (unchanged === 1) await pause(SHORT_LEASE_SECONDS * 1_000 + CLOCK_ERROR_MS);
  }
}

async function operateAll(count: number, options: OperatorOptions): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `operator-${String(index + 1)}`);
  const runners = count > 0 ? RUNNERS : [];
  await Promise.all([...names.map((one) => operate(one, options)), ...runners.map((one) => runOften(one, options))]);
}

/** Lets callers ask in parallel until there have been enough requests, or time is up. */
async function callAll(
  name: string,
  { onInvocation, ...options }: Omit<CallerOptions, 'isOver'>,
  { requests, seconds, callers }: Pick<ChaosOptions, 'requests' | 'seconds' | 'callers'>,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  let made = 0;
  const counting: CallerOptions = {
    ...options,
    onInvocation: (invocation) => {
      made += 1;
      onInvocation(invocation);
    },
    isOver: () => made >= requests || Date.now() >= deadline,
  };
  const names = Array.from({ length: callers }, (_, index) => `${name}-${String(index + 1)}`);
  await Promise.all(names.map((one) => call(one, counting)));
}
