import { Session } from 'node:inspector/promises';
import * as v from 'valibot';

const COLLECT = 'HeapProfiler.collectGarbage';

const Answer = v.object({ id: v.number() });

/**
 * Makes all threads of this process collect all of their garbage. Node does so only when it has to, which may be hours
 * later in a process with room to grow; until then, garbage looks like a leak.
 */
export class Collector {
  readonly #session = new Session();
  readonly #workers = new Set<string>();
  readonly #unanswered = new Map<number, () => void>();
  #asked = 0;

  /** Includes threads that are already running, and those that start later. */
  static async start(): Promise<Collector> {
    const collector = new Collector();
    await collector.#start();
    return collector;
  }

  /** Resolves when all threads have done so. */
  async collect(): Promise<void> {
    const workers = [...this.#workers].map((sessionId) => this.#collectIn(sessionId));
    await Promise.all([this.#session.post(COLLECT), ...workers]);
  }

  async #start(): Promise<void> {
    this.#session.connect();
    this.#session.on('NodeWorker.attachedToWorker', ({ params }) => this.#workers.add(params.sessionId));
    this.#session.on('NodeWorker.detachedFromWorker', ({ params }) => this.#workers.delete(params.sessionId));
    this.#session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      const { id } = v.parse(Answer, JSON.parse(params.message));
      this.#unanswered.get(id)?.();
      this.#unanswered.delete(id);
    });
    await this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  }

  async #collectIn(sessionId: string): Promise<void> {
    this.#asked += 1;
    const id = this.#asked;
    const answered = new Promise<void>((resolve) => this.#unanswered.set(id, resolve));
    const message = JSON.stringify({ id, method: COLLECT });
    await this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    await answered;
  }
}
