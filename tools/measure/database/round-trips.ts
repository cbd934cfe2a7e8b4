/** Longer than a function takes between two calls that do not depend on each other. */
const QUIET_MS = 150;

/**
 * Counts sequential round trips: holds back all answers until no more calls come. The calls made until then do not
 * depend on the answers, so together they are one round trip, however fast or slow the engine is.
 */
export class RoundTrips {
  #count = 0;
  #open: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Makes a call, and resolves to its answer when its round trip is complete. */
  async through<T>(call: () => Promise<T>): Promise<T> {
    const roundTrip = (this.#open ??= this.#begin());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#open = undefined;
      roundTrip.resolve();
    }, QUIET_MS);
    const [answer] = await Promise.all([call(), roundTrip.promise]);
    return answer;
  }

  /** The number of round trips since the last call. */
  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }

  #begin(): PromiseWithResolvers<void> {
    this.#count += 1;
    return Promise.withResolvers();
  }
}
