import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';

/** What a test run has started, and all output of its stage. Set-up and tear-down share it, as they run in one process. */
export const run = { scope: new AsyncDisposableStack(), output: [] as string[], events: [] as PipeEvent[] };
