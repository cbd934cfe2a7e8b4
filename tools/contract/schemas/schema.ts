import { API_STATUS, type StatusName } from '../../../functions/domain/api-status.ts';
import { OPERATIONS, type FunctionName } from '../../../functions/domain/operations.ts';
import { MEANINGS } from '../../code-meanings.ts';
import type { KindOperation } from '../kinds.ts';

type Fields = Readonly<Record<string, object>>;

interface Details {
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export function schemaRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * One of these values, to which later versions add. An `enum` would make the code that generators write from it throw at the
 * first new one, so it has the name under which API guidelines know it.
 */
export function growing(type: 'integer' | 'string', values: readonly (number | string)[], description: string): object {
  return { type, [GROWING]: values, description: `Later versions may have more. ${description}` };
}

export const GROWING = 'x-extensible-enum';

/** The format of integers that may exceed 32 bits. */
export const INT64 = { type: 'integer', format: 'int64' } as const;

export const TEXT = { type: 'string', maxLength: 512 };

/** A moment, and what is said of it. */
export function time(about = ''): object {
  return { type: 'string', description: `ISO 8601 in UTC. ${about}`.trim() };
}

/** A code that is always the same one. */
export function codeSchema(name: StatusName): object {
  return { title: name, description: MEANINGS[name], type: 'integer', const: API_STATUS[name].code };
}

/** One of these codes, or one of a later version; with the name of each beside it, as generators read them. */
export function codes(names: readonly StatusName[]): object {
  const all = names.map((name) => API_STATUS[name].code);
  const lines = names.map((name) => `- ${String(API_STATUS[name].code)} \`${name}\`: ${MEANINGS[name]}`);
  return { ...growing('integer', all, `Today:\n\n${lines.join('\n')}`), 'x-enum-varnames': names };
}

/** The name of the operation that was asked for, of those of a function. */
export function methodSchema(of: FunctionName): object {
  const names = Object.entries(OPERATIONS).flatMap(([name, operation]) => (operation.function === of ? [name] : []));
  return growing('string', names, 'The operation that was asked for.');
}

/** An object that has all required fields, and may have others: fields are added without notice. */
export function objectSchema(required: Fields, optional: Fields = {}, description?: string) {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

/**
 * The answer to a request that was accepted.
 * @param details what is said of the list of details, and its bounds
 * @param next what is said of the field that leads to more, if there may be more
 */
export function answerSchema(method: KindOperation, detail: string, details: Details, next?: object) {
  const { description, ...bounds } = details;
  return objectSchema(
    {
      result: codeSchema('SUCCESS'),
      method: { type: 'string', const: method },
      details: { type: 'array', ...(description && { description }), items: schemaRef(detail), ...bounds },
    },
    next && { next: { type: 'string', ...next } },
  );
}
