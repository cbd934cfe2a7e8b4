/** The same values, of which the next is always being made while one is worked on. */
export async function* ahead<T>(values: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = values.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = values.next();
      // It is waited for above, or by nobody when the work ends early; it must not bring the process down then.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await values.return();
  }
}
