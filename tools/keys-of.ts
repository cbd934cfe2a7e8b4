/** The names of a record's own fields, in their order. There must be no others than its type has. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key));
}
