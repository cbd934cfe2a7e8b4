/** Longer than a function takes between two calls of which neither waits for the other. */
const QUIET_MS = 150;

/**
 * Counts serial round trips: gives no answer until nothing more is asked. What is asked until then does not depend on
 * the answers; so each such wave is one round trip, however fast or slow the engine is.
 */
export class Waves {
  #waves = 0;
  #open: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Makes a call, and resolves to its answer when those of its wave may be given. */
  async through<T>(call: () => Promise<T>): Promise<T> {
    const wave = (this.#open ??= this.#begin());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#open = undefined;
      wave.resolve();
    }, QUIET_MS);
    const [answer] = await Promise.all([call(), wave.promise]);
    return answer;
  }

  /** How many there have been since it was asked last. */
  take(): number {
    const waves = this.#waves;
    this.#waves = 0;
    return waves;
  }

  #begin(): PromiseWithResolvers<void> {
    this.#waves += 1;
    return Promise.withResolvers();
  }
}
