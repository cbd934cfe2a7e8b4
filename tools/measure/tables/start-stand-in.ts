import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Recorded } from './stand-in-answers.ts';

const STAND_IN = fileURLToPath(new URL('stand-in.ts', import.meta.url));
const readySchema = v.object({ port: v.number() });

/** A stand-in that answers at a URL. */
export interface StandIn {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts a stand-in for the database that answers what was recorded. */
export async function startStandIn(recorded: Recorded): Promise<StandIn> {
  const child = fork(STAND_IN, [], { execArgv: [] });
  child.send(recorded);
  const ready: readonly unknown[] = await once(child, 'message');
  return {
    endpoint: `http://127.0.0.1:${String(v.parse(readySchema, ready[0]).port)}`,
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
