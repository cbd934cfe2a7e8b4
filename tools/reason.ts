/** Why something failed: `fetch`, and a connection to a host with several addresses, have that only in what is within. */
export function reasonOf(error: unknown): string {
  if (!Error.isError(error)) return String(error);
  const [within = error.cause] = 'errors' in error ? [error.errors].flat() : [];
  return within === undefined ? error.message : reasonOf(within);
}
