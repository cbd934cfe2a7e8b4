/** Resolves when the condition holds; rejects when it does not within minutes, as a busy machine is slow. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const begun = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - begun;
    if (waited > 200_000) throw new Error('waited in vain');
    // What takes seconds need not be asked for fifty times in each.
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 + waited / 8, 300)));
  }
}
