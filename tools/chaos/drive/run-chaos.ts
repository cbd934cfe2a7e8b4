import type { Assembly } from '../../local-stage/synthesise.ts';
import type { Ask, History } from '../checker/history.ts';
import { interventionsOf, type FaultRule } from '../proxy/fault-plan.ts';
import type { FaultName } from '../proxy/faults.ts';
import { call } from './caller.ts';
import { startChaosStage } from './chaos-stage.ts';
import { livingFleet } from './device-life.ts';
import { registerDevices } from './fleet.ts';
import { startRecording } from './recording.ts';

export interface ChaosOptions {
  readonly seed: number;
  /** Ends when so many requests have been made. */
  readonly requests: number;
  /** Ends after so many seconds at the latest. */
  readonly seconds: number;
  readonly callers: number;
  readonly devices: number;
  readonly rules: readonly FaultRule[];
}

export interface ChaosRun {
  readonly history: History;
  /** How often each fault struck. */
  readonly faults: ReadonlyMap<FaultName, number>;
}

interface ChaosHooks {
  /** Takes the number of requests made so far. */
  readonly onProgress?: (made: number) => void;
  /** What is served instead of the stack as it is. */
  readonly assemble?: () => Promise<Assembly>;
}

/** Drives callers and devices against a stage of its own, through faults, and tells all that happened. */
export async function runChaos(options: ChaosOptions, hooks: ChaosHooks = {}): Promise<ChaosRun> {
  await using started = new AsyncDisposableStack();
  const { seed, requests, seconds, callers, devices, rules } = options;
  const stage = await startChaosStage(started, hooks.assemble);
  const faults = new Map<FaultName, number>();
  const interventions = interventionsOf({
    seed,
    rules,
    kill: stage.kill,
    onFault: (fault) => faults.set(fault, (faults.get(fault) ?? 0) + 1),
  });
  const recording = await startRecording(started, stage, { fleet: livingFleet(started, stage, seed), interventions });
  const sns = await registerDevices(stage, devices);
  const deadline = Date.now() + seconds * 1_000;
  const asks: Ask[] = [];
  const onAsk = (ask: Ask): void => {
    asks.push(ask);
    hooks.onProgress?.(asks.length);
  };
  const isOver = (): boolean => asks.length >= requests || Date.now() >= deadline;
  const names = Array.from({ length: callers }, (_, index) => `caller-${String(index + 1)}`);
  await Promise.all(names.map((name) => call(name, { stage, seed, sns, onAsk, isOver })));
  const faultless = rules.every(({ rate }) => rate === 0);
  return { history: { asks, faultless, ...(await recording.end()) }, faults };
}
