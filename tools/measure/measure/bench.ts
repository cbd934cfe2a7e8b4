import type { Subject, Subjects } from '../bundles/subjects.ts';
import { Environment } from '../environment/environment.ts';
import type { Plan } from '../plan.ts';
import type { Progress } from '../progress.ts';
import type { Ledger, Table } from './ledger.ts';
import type { Supply } from './supply.ts';

/** A database that subjects can be put before. */
export interface Ground {
  readonly table: Table;
  readonly endpoint: string;
  readonly supply: Supply;
}

/** All that a measurement needs. */
export interface Bench {
  readonly subjects: Subjects;
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly progress: Progress;
  /** Path of the bundle of the runtime in the subjects' processes. */
  readonly runtime: string;
}

/** Does something with a fresh process of a subject, which then ends. */
export async function within<T>(
  { runtime }: Bench,
  subject: Subject,
  { endpoint }: Pick<Ground, 'endpoint'>,
  use: (environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = new Environment(subject, { runtime, endpoint });
  try {
    return await use(environment);
  } finally {
    await environment.close();
  }
}

/** Whether a large batch takes so long that few rounds must do. */
export function isSlow({ name }: Subject): boolean {
  return name === 'sequential';
}
