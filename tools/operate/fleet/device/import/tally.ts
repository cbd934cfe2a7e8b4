import { FleetError } from '../../fleet-error.ts';
import type { Printer } from '../../output/printer.ts';
import type { Stretch } from './stretches.ts';

/** What came of an import so far. */
export class Tally {
  readonly #dryRun: boolean;
  readonly #begun = performance.now();
  #devices = 0;
  #broken = 0;

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun;
  }

  get devices(): number {
    return this.#devices;
  }

  add({ valid, broken }: Stretch): void {
    this.#devices += valid;
    this.#broken += broken.length;
  }

  /** Prints the summary. Throws a FleetError when a line was broken. */
  report(printer: Printer): void {
    const seconds = (performance.now() - this.#begun) / 1000;
    const perSecond = Math.round(this.#devices / seconds);
    const done = this.#dryRun ? 'valid, nothing written' : 'written';
    const counts = { devices: this.#devices, broken: this.#broken, dryRun: this.#dryRun };
    printer.print(
      { ...counts, seconds: Number(seconds.toFixed(1)), perSecond },
      `${String(this.#devices)} devices ${done}, in ${seconds.toFixed(1)} s (${String(perSecond)} devices/s)`,
    );
    if (this.#broken > 0) throw new FleetError(`Lines that are broken, and were left out: ${String(this.#broken)}`);
  }
}
