import { DEMO } from '../../../stage/demo-data/demo.ts';
import type { Ask, History } from '../checker/history.ts';
import { interventionsOf, type FaultName, type FaultRule } from '../../../stage/database-proxy/fault-plan.ts';
import { ask } from './ask.ts';
import { call } from './caller.ts';
import { startChaosStage, type ChaosStage, type Served } from './chaos-stage.ts';
import { livingFleet, registerDevices } from './fleet.ts';
import { startRecording } from './recording.ts';

export interface ChaosOptions {
  readonly seed: number;
  /** Ends when this many requests have been made. */
  readonly requests: number;
  /** Ends after this many seconds at the latest. */
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
  /** Called with the number of requests made so far. */
  readonly onProgress?: (made: number) => void;
  readonly served?: Served;
}

const FINALLY = ['cancel-upgrade', 'upgrade-status', 'start-upgrade'] as const;

/** Drives callers and devices against a stage of its own under faults, and returns everything that happened. */
export async function runChaos(options: ChaosOptions, hooks: ChaosHooks = {}): Promise<ChaosRun> {
  await using started = new AsyncDisposableStack();
  const { seed, devices, rules } = options;
  const stage = await startChaosStage(started, hooks.served);
  const faults = new Map<FaultName, number>();
  const onFault = (fault: FaultName) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const interventions = interventionsOf({ seed, rules, kill: stage.kill, onFault });
  const recording = await startRecording(started, stage, { fleet: livingFleet(started, stage, seed), interventions });
  const sns = await registerDevices(stage, devices);
  const asks: Ask[] = [];
  const onAsk = (ask: Ask): void => {
    asks.push(ask);
    hooks.onProgress?.(asks.length);
  };
  await callAll(stage, sns, options, { onAsk, made: () => asks.length });
  await recording.endFaults();
  // Uncertainty must come to an end: every device can be asked for, and gets an answer.
  for (const operation of FINALLY) {
    for (const sn of sns) {
      onAsk(
        await ask(stage, `${operation}-of-${sn}`, {
          operation,
          sns: [sn],
          firmwareId: DEMO.firmwareId,
          faultless: true,
        }),
      );
    }
  }
  return { history: { asks, ...(await recording.end()) }, faults };
}

/** Lets callers ask in parallel until there have been enough requests, or time is up. */
async function callAll(
  stage: ChaosStage,
  sns: readonly [string, ...string[]],
  { seed, requests, seconds, callers, rules }: ChaosOptions,
  { onAsk, made }: { readonly onAsk: (ask: Ask) => void; readonly made: () => number },
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  const isOver = (): boolean => made() >= requests || Date.now() >= deadline;
  const faultless = rules.every(({ rate }) => rate === 0);
  const names = Array.from({ length: callers }, (_, index) => `caller-${String(index + 1)}`);
  await Promise.all(names.map((name) => call(name, { stage, seed, sns, faultless, onAsk, isOver })));
}
