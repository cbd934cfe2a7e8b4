/** An object that has all of these fields and no others. */
export function objectSchema(properties: Readonly<Record<string, object>>, description?: string): object {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
