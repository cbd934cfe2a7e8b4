import { afterEach, beforeEach, jest } from '@jest/globals';

/** Keeps the console still in a suite, and returns the list that holds what the current test has logged. */
export function captureConsole(): readonly unknown[] {
  const logged: unknown[] = [];
  beforeEach(() => {
    logged.length = 0;
    for (const level of ['warn', 'error'] as const) {
      jest.spyOn(console, level).mockImplementation((line) => {
        logged.push(line);
      });
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return logged;
}
