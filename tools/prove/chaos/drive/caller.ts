import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../checker/history.ts';
import { between, randomFor } from '../random.ts';
import { ask, uncertainOf, type Order } from './ask.ts';
import type { ChaosStage } from './chaos-stage.ts';
import { nextOrder } from './orders.ts';

/** How often a caller asks again for what is uncertain before he gives up. */
const ATTEMPTS = 20;
const PAUSE_MS = { least: 10, most: 150 };

export interface CallerOptions {
  readonly stage: ChaosStage;
  readonly seed: number;
  readonly sns: readonly [string, ...string[]];
  readonly faultless: boolean;
  /** Takes each request with its answer. */
  readonly onAsk: (ask: Ask) => void;
  /** Whether it is time to begin no more. */
  readonly isOver: () => boolean;
}

/** Asks for one batch after the other, sometimes twice at once, and again as long as anything is uncertain. */
export async function call(name: string, { stage, seed, sns, faultless, onAsk, isOver }: CallerOptions): Promise<void> {
  const random = randomFor(seed, name);
  for (let count = 0; !isOver(); count += 1) {
    const order = { ...nextOrder(random, sns), faultless };
    const copies = random() < 0.2 ? ['a', 'b'] : ['a'];
    await Promise.all(copies.map((copy) => askUntilCertain(stage, `${name}-${String(count)}${copy}`, order, onAsk)));
  }
}

/** Repeats a request for those devices that are left uncertain, each time in a new name. */
export async function askUntilCertain(
  stage: ChaosStage,
  name: string,
  { sns, ...order }: Order,
  onAsk: (ask: Ask) => void,
): Promise<void> {
  const random = randomFor(name);
  let left = sns;
  for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt += 1) {
    const asked = await ask(stage, `${name}${String(attempt)}`, { sns: left, ...order });
    onAsk(asked);
    left = uncertainOf(asked);
    if (left.length > 0) await pause(between(random, PAUSE_MS.least, PAUSE_MS.most));
  }
}
