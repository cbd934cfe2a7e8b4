/** A batch size, and how often it is measured. */
export interface Series {
  readonly batch: number;
  readonly rounds: number;
  /** Requests per subject and round, each fresh and then repeated. */
  readonly calls: number;
  /** Rounds in which the slow subjects take part, with one request each. */
  readonly slowRounds: number;
}

/** How often everything is measured. */
export interface Plan {
  readonly standIn: readonly Series[];
  readonly local: readonly Series[];
  /** Requests of each size before anything is measured. */
  readonly warmUp: readonly { readonly batch: number; readonly calls: number }[];
  readonly throughput: { readonly rounds: number; readonly requests: number };
  /** Rounds, and consecutive requests per subject. */
  readonly status: { readonly rounds: number; readonly calls: number };
  /** Rounds, and consecutive requests per kind of caller. */
  readonly refusals: { readonly rounds: number; readonly calls: number };
  readonly coldStarts: number;
  readonly memoryRounds: number;
}

/** Takes eight to ten minutes on two cores. */
export const FULL: Plan = {
  standIn: [
    { batch: 1, rounds: 25, calls: 8, slowRounds: 25 },
    { batch: 10, rounds: 20, calls: 5, slowRounds: 20 },
    { batch: 100, rounds: 25, calls: 3, slowRounds: 5 },
    { batch: 1_000, rounds: 15, calls: 1, slowRounds: 1 },
  ],
  local: [
    { batch: 1, rounds: 20, calls: 5, slowRounds: 20 },
    { batch: 10, rounds: 10, calls: 2, slowRounds: 10 },
    { batch: 100, rounds: 12, calls: 1, slowRounds: 3 },
    { batch: 1_000, rounds: 5, calls: 1, slowRounds: 1 },
  ],
  warmUp: [
    { batch: 1, calls: 50 },
    { batch: 10, calls: 20 },
    { batch: 100, calls: 10 },
  ],
  throughput: { rounds: 5, requests: 400 },
  status: { rounds: 20, calls: 3 },
  refusals: { rounds: 40, calls: 10 },
  coldStarts: 25,
  memoryRounds: 3,
};

/** For a quick trial: takes a minute or two; its figures are not reliable. */
export const QUICK: Plan = {
  standIn: [1, 10, 100, 1_000].map((batch) => ({ batch, rounds: 2, calls: 1, slowRounds: batch < 1_000 ? 1 : 0 })),
  local: [1, 10, 100, 1_000].map((batch) => ({ batch, rounds: 1, calls: 1, slowRounds: batch < 1_000 ? 1 : 0 })),
  warmUp: [
    { batch: 1, calls: 10 },
    { batch: 100, calls: 2 },
  ],
  throughput: { rounds: 1, requests: 100 },
  status: { rounds: 3, calls: 1 },
  refusals: { rounds: 5, calls: 5 },
  coldStarts: 3,
  memoryRounds: 1,
};
