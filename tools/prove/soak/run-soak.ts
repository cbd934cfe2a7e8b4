import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { synthesiseDev } from '../../stage/assembly.ts';
import { deviceGatewayOn } from '../../device-gateway/device-gateway.ts';
import { startStage, type Stage } from '../../stage/stage.ts';
import { startProbe } from './probe.ts';
import type { Sample } from './verdict.ts';

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));
const FINISH_EVERY_MS = 1_000;

/**
 * From the process that makes the load: latencies since the last report in milliseconds, and the requests that got an
 * unexpected answer, or none.
 */
const Report = v.object({ latencies: v.array(v.number()), failed: v.array(v.string()) });

export type LoadReport = v.InferOutput<typeof Report>;

export interface SoakOptions {
  readonly minutes: number;
  /** Requests a second. */
  readonly rate: number;
}

export interface Soaked {
  readonly samples: readonly Sample[];
  /** What went wrong with requests. */
  readonly failed: readonly string[];
}

/** Runs a stage and its load for as long as the options say, and samples them once a second. */
export async function runSoak({ minutes, rate }: SoakOptions, onSample: () => void): Promise<Soaked> {
  await using scope = new AsyncDisposableStack();
  const probe = await startProbe();
  const stage = await startStage(scope, { assembly: await synthesiseDev(scope) });
  finishUpgrades(scope, stage);
  const load = fork(LOAD, [stage.url, String(rate)], { execArgv: [] });
  scope.defer(() => {
    load.kill();
  });
  const samples: Sample[] = [];
  const failed: string[] = [];
  for await (const report of reportsOf(load)) {
    failed.push(...report.failed);
    samples.push(await probe(samples.length, report.latencies));
    onSample();
    if (samples.length >= minutes * 60) break;
  }
  return { samples, failed };
}

/** Ends when the process that makes the load ends. */
async function* reportsOf(load: ChildProcess) {
  for await (const [message] of on(load, 'message', { close: ['exit'] })) yield v.parse(Report, message);
}

const Live = v.object({ sn: v.string(), upgradeId: v.string(), state: v.picklist(['requested', 'running']) });

/** Finishes upgrades as devices do, so that new ones keep being started. */
function finishUpgrades(scope: AsyncDisposableStack, { documents, tables }: Stage): void {
  const gateway = deviceGatewayOn(tables.upgrades, documents);
  const finish = async () => {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.upgrades }));
    const live = Items.filter((item) => v.is(Live, item));
    await Promise.all(live.map((upgrade) => gateway.reportEnd(upgrade, { state: 'succeeded' })));
  };
  // A round that fails is made up for by the next.
  const timer = setInterval(() => void finish().catch(() => undefined), FINISH_EVERY_MS);
  scope.defer(() => {
    clearInterval(timer);
  });
}
