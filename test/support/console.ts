import { afterEach, beforeEach, jest } from '@jest/globals';

export interface Output {
  /** What was logged through the console. */
  readonly logged: unknown[];
  /** Lines of metrics, which bypass the console. */
  readonly metrics: unknown[];
}

/** Keeps a suite silent, and captures the output of the current test. */
export function captureOutput(): Output {
  const output: Output = { logged: [], metrics: [] };
  beforeEach(() => {
    output.logged.length = output.metrics.length = 0;
    for (const level of ['info', 'warn', 'error'] as const) {
      jest.spyOn(console, level).mockImplementation((line) => {
        output.logged.push(line);
      });
    }
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      output.metrics.push(JSON.parse(String(line)));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return output;
}
