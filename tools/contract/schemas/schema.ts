/** A reference to a schema of the document. */
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

/** An object that has all of these fields. It may have others: fields are added without notice. */
export function objectSchema(properties: Readonly<Record<string, object>>, description?: string) {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
  };
}
