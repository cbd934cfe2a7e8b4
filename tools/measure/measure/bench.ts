import { SingleBar } from 'cli-progress';
import { Environment } from '../environment.ts';
import type { Plan } from '../plan.ts';
import type { Subject, Subjects } from '../subjects.ts';
import type { Ground } from '../tables/grounds.ts';
import type { Ledger } from './ledger.ts';

/** All that a measurement needs. */
export interface Bench {
  readonly subjects: Subjects;
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Path of the bundle of the runtime in the subjects' processes. */
  readonly runtime: string;
}

/** A fresh process of a subject, connected to a database. */
export function freshProcess({ runtime }: Bench, subject: Subject, { endpoint }: Pick<Ground, 'endpoint'>) {
  return new Environment(subject, { runtime, endpoint });
}

/** Whether a large batch takes so long that only a few rounds are made. */
export function isSlow({ name }: Subject): boolean {
  return name === 'sequential';
}

/** Shows the progress of one part on a terminal. Returns a function that marks one step as done. */
export function progress(what: string, total: number): () => void {
  const bar = new SingleBar({ format: `{bar} ${what}`, stopOnComplete: true });
  bar.start(total, 0);
  return () => {
    bar.increment();
  };
}
