/** How a part of a run is made. */
export interface Plan {
  /** The same seed makes the same inputs. */
  readonly seed: number;
  readonly runs: number;
  /** Called after each input. */
  readonly onRun: () => void;
}
