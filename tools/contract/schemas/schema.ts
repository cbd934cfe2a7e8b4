/** A reference to a schema of the document. */
export function schemaRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object that has all of these fields. It may have others: fields are added without notice. */
export function objectSchema(properties: Readonly<Record<string, object>>, description?: string): object {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
  };
}
