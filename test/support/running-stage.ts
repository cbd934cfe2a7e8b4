interface Running {
  stage?: { close(): Promise<void> };
  /** Every line of logs and metrics, and every event, that the stage has put out. */
  readonly output: string[];
}

/** The stage between set-up and tear-down, which jest runs in one process. */
export const running: Running = { output: [] };
