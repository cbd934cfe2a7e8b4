import { check } from './arguments.ts';

/** For which product firmwares are listed; without any of these, for all. */
export interface FirmwareFilter {
  readonly 'family-id'?: number;
  readonly 'model-id'?: number;
  readonly 'hardware-version'?: string;
}

/**
 * The query of a filter. Throws an ArgumentError for one that the service would refuse: a variable that happens to be
 * undefined must not list the firmwares of all products.
 */
export function queryOf(filter: FirmwareFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ['family-id', 'model-id', 'hardware-version'] as const) {
    if (!(name in filter)) continue;
    const value = filter[name];
    const isMeant =
      name === 'hardware-version' ? typeof value === 'string' && value !== '' : Number.isSafeInteger(value);
    check(isMeant, `${name} must be ${name === 'hardware-version' ? 'a text' : 'an integer'}`, value);
    query.set(name, String(value));
  }
  return query;
}
