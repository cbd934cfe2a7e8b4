import { serialNumber } from '../tables/fixture.ts';

/** Hands out devices that a subject has not claimed yet. Subjects have tables of their own, so all get the same ones. */
export class Supply {
  readonly #register: (count: number) => Promise<void>;
  readonly #used = new Map<string, number>();

  /** @param register makes sure that so many devices are registered */
  constructor(register: (count: number) => Promise<void>) {
    this.#register = register;
  }

  /** So many batches of fresh serial numbers. */
  async take(subject: string, batch: number, batches: number): Promise<string[][]> {
    const first = this.#used.get(subject) ?? 0;
    const end = first + batch * batches;
    this.#used.set(subject, end);
    await this.#register(end);
    return Array.from({ length: batches }, (_, index) =>
      Array.from({ length: batch }, (_, place) => serialNumber(first + index * batch + place)),
    );
  }
}
