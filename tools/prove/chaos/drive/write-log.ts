import { setTimeout as pause } from 'node:timers/promises';
import type { Intervention } from '../proxy/fault-proxy.ts';
import { writeKeyOf } from './write-key.ts';

/** When a write was sent to the engine and when the engine had answered it. */
export interface Sending {
  readonly sent: number;
  readonly answered: number;
}

const POLL_MS = 50;

/** Keeps the times of all writes to Upgrades that the engine accepted: the stream itself tells times by the second. */
export class WriteLog {
  readonly #sendings = new Map<string, Sending>();
  #underWay = 0;

  /** Watches the calls that an intervention forwards. */
  watching(intervention: Intervention): Intervention {
    return async (call, forward) => {
      const key = writeKeyOf(call);
      this.#underWay += 1;
      try {
        return await intervention(call, key === undefined ? forward : () => this.#timed(key, forward));
      } finally {
        this.#underWay -= 1;
      }
    };
  }

  /** When the write of this key was made. Throws when none was: then something wrote that was not watched. */
  timesOf(key: string): Sending {
    const sending = this.#sendings.get(key);
    if (sending === undefined) throw new Error(`the stream tells of a write that nobody sent: ${key}`);
    return sending;
  }

  /** Resolves when no call is under way any more, late ones included. */
  async settled(): Promise<void> {
    while (this.#underWay > 0) await pause(POLL_MS);
  }

  async #timed<Reply extends { readonly status: number }>(key: string, forward: () => Promise<Reply>): Promise<Reply> {
    const sent = Date.now();
    try {
      const reply = await forward();
      if (reply.status === 200) this.#add(key, { sent, answered: Date.now() });
      return reply;
    } catch (error) {
      // It may have been made, and may still be.
      this.#add(key, { sent, answered: Infinity });
      throw error;
    }
  }

  /** A report that is repeated is accepted each time: any of them may have been the one that changed the record. */
  #add(key: string, { sent, answered }: Sending): void {
    const before = this.#sendings.get(key) ?? { sent, answered };
    this.#sendings.set(key, { sent: Math.min(sent, before.sent), answered: Math.max(answered, before.answered) });
  }
}
