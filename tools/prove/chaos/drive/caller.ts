import { setTimeout as pause } from 'node:timers/promises';
import type { UpgradeOperation } from '../../../../functions/domain/operations.ts';
import { DEMO } from '../../../stage/demo-data/demo.ts';
import { between, oneOf, randomFor, type Random } from '../../../random.ts';
import type { Invocation } from '../checker/history.ts';
import { invoke, uncertainOf, type Order } from './invoke.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** How often a caller asks for what is uncertain before giving up. */
const ATTEMPTS = 20;
const PAUSE_MS = { least: 10, most: 150 };

export interface CallerOptions {
  readonly stage: ChaosStage;
  readonly seed: number;
  readonly sns: readonly string[];
  readonly faultless: boolean;
  /** What to ask for, each as often as it is listed; mostly starts if not given. */
  readonly operations?: readonly UpgradeOperation[] | undefined;
  /** Called with each invocation and its answer. */
  readonly onInvocation: (invocation: Invocation) => void;
  /** Whether to begin no more requests. */
  readonly isOver: () => boolean;
}

/**
 * Asks for one batch after another, sometimes twice at once, and asks again while anything is uncertain. What it has started under
 * a key it asks for once more at any time, also when that is over.
 */
export async function call(
  name: string,
  { stage, seed, sns, faultless, operations = OPERATIONS, onInvocation, isOver }: CallerOptions,
): Promise<void> {
  const random = randomFor(seed, name);
  const repeatable: Order[] = [];
  let last: Batch = nextBatch(random, sns);
  for (let count = 0; !isOver() || repeatable.length > 0; count += 1) {
    const id = `${name}-${String(count)}`;
    const copies = random() < 0.2 ? ['a', 'b'] : ['a'];
    const order = nextRepeat() ?? nextOrder(id);
    await Promise.all(copies.map((copy) => invokeUntilCertain(stage, `${id}${copy}`, order, onInvocation)));
  }

  function nextRepeat(): Order | undefined {
    if (!isOver() && random() < 0.6) return undefined;
    return repeatable.splice(between(random, 0, repeatable.length - 1), 1)[0];
  }

  function nextOrder(id: string): Order {
    const operation = oneOf(random, operations);
    const isStart = operation === 'start-upgrade';
    if (isStart || random() < 0.4) last = { ...nextBatch(random, sns), key: random() < 0.5 ? id : undefined };
    const order = { operation, ...last, faultless };
    if (isStart && order.key !== undefined) repeatable.push(order);
    return order;
  }
}

/** Repeats a request for the devices that are still uncertain, each time under a new name. */
export async function invokeUntilCertain(
  stage: ChaosStage,
  name: string,
  { sns, ...order }: Order,
  onInvocation: (invocation: Invocation) => void,
): Promise<void> {
  const random = randomFor(name);
  let left = sns;
  for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt += 1) {
    const invocation = await invoke(stage, `${name}${String(attempt)}`, { sns: left, ...order });
    onInvocation(invocation);
    left = uncertainOf(invocation);
    if (left.length > 0) await pause(between(random, PAUSE_MS.least, PAUSE_MS.most));
  }
}

type Batch = Pick<Order, 'sns' | 'firmwareId' | 'key'>;

const LARGEST_BATCH = 6;

/** What does not belong in a batch: unknown, offline, and of another product, for which the whole batch is refused. */
const ODD_ONES = ['never-registered', DEMO.offlineDevice, 'B702190930009'] as const;

/** Firmwares that are for another product, still uploading, withdrawn, and unknown. */
const ODD_FIRMWARES = [31, DEMO.uploadingFirmwareId, DEMO.withdrawnFirmwareId, 9999] as const;

/** Mostly starts; an operation after a start is often about the same devices. */
const OPERATIONS = [
  ...(['start-upgrade', 'start-upgrade', 'start-upgrade', 'start-upgrade', 'start-upgrade'] as const),
  ...(['cancel-upgrade', 'cancel-upgrade', 'upgrade-status', 'dry-run-upgrade'] as const),
];

/** A small, mostly valid batch of these devices, for one of two firmwares. */
function nextBatch(random: Random, sns: readonly string[]): Batch {
  // Drawn one by one, so that a device may be named twice.
  const batch = Array.from({ length: between(random, 1, LARGEST_BATCH) }, () => oneOf(random, sns));
  if (random() < 0.06) batch.push(oneOf(random, ODD_ONES));
  if (random() < 0.03) return { sns: batch, firmwareId: oneOf(random, ODD_FIRMWARES) };
  return { sns: batch, firmwareId: random() < 0.65 ? DEMO.firmwareId : DEMO.otherFirmwareId };
}
