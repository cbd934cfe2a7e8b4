type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at the end of a path of field names; undefined when any of them is missing. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return value;
  return isObject(value) && Object.hasOwn(value, field) ? valueAt(value[field], rest) : undefined;
}
