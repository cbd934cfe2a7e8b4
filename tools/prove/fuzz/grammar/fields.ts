/** An event, or parts of one, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Parts put together: the later wins, but headers are joined, as cookies may be among them. By entries throughout, since
 * an assignment to `__proto__` would set no field.
 */
export function joined(parts: readonly Fields[]): Fields {
  const whole = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  const headers = parts.flatMap((part) => ('headers' in part ? [part['headers']] : []));
  if (!headers.every(isObject)) return whole;
  return { ...whole, headers: Object.fromEntries(headers.flatMap((part) => Object.entries(part))) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
