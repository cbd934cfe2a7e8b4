import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { startLocalStage } from '../../stage/stage.ts';
import { finishUpgrades } from './finish-upgrades.ts';
import type { SoakOptions } from './options.ts';
import { startProbe } from './probe.ts';
import type { Sample } from './samples.ts';

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));

const Report = v.object({ latencies: v.array(v.number()), failed: v.array(v.string()) });

export interface Soaked {
  readonly samples: readonly Sample[];
  /** What went wrong with requests. */
  readonly failed: readonly string[];
}

/** Runs a stage and its load for as long as the options say, and samples them once a second. */
export async function runSoak({ seconds, rate }: SoakOptions, onSample: () => void): Promise<Soaked> {
  const probe = await startProbe();
  const stage = await startLocalStage({ port: 0 });
  const stopFinishing = finishUpgrades(stage.dynamodbEndpoint, stage.tables.upgrades);
  const load = fork(LOAD, [stage.url, String(rate)], { execArgv: [] });
  const samples: Sample[] = [];
  const failed: string[] = [];
  try {
    for await (const report of reportsOf(load)) {
      failed.push(...report.failed);
      samples.push(await probe(samples.length, report.latencies));
      onSample();
      if (samples.length >= seconds) break;
    }
  } finally {
    load.kill();
    stopFinishing();
    await stage.close();
  }
  return { samples, failed };
}

/** Ends with the process that makes the load. */
async function* reportsOf(load: ChildProcess) {
  for await (const [message] of on(load, 'message', { close: ['exit'] })) yield v.parse(Report, message);
}
