/** The stage between set-up and tear-down, which jest runs in one process. */
export const running: { stage?: { close(): Promise<void> } } = {};
