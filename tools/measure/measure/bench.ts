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

/** A fresh process of a subject before a database. */
export function freshProcess({ runtime }: Bench, subject: Subject, { endpoint }: Pick<Ground, 'endpoint'>) {
  return new Environment(subject, { runtime, endpoint });
}

/** Whether a large batch takes so long that few rounds must do. */
export function isSlow({ name }: Subject): boolean {
  return name === 'sequential';
}

/** Shows on a terminal how far a part of the whole has come. Returns what tells that one of its steps is done. */
export function progress(what: string, total: number): () => void {
  const bar = new SingleBar({ format: `{bar} ${what}`, stopOnComplete: true });
  bar.start(total, 0);
  return () => {
    bar.increment();
  };
}
