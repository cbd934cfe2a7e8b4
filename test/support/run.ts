/** What a run of the tests has started, and all that its stage has put out: between set-up and tear-down, in one process. */
export const run = { scope: new AsyncDisposableStack(), output: [] as string[] };
