/** How long an answer asks to wait, in seconds or until a date; undefined when it does not say. */
export function retryAfterMs(outcome: Response | Error): number | undefined {
  const text = outcome instanceof Response ? outcome.headers.get('retry-after') : null;
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
