import type { StatusName } from '../../../functions/domain/api-status.ts';
import { codeSchema, INT64, objectSchema, schemaRef } from './schema.ts';

/** The order of the types in every list. */
const TYPE_ORDER = [1, 2, 3, 6, 4, 5];

export const listSchemas = {
  StreamConfigInfo: objectSchema(
    {
      id: {
        ...INT64,
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Unique in the list; may exceed 32 bits.',
      },
      name: { type: 'string' },
      type: { type: 'integer', enum: [1, 2, 3, 4, 5, 6], description: '1, 2, 3: platforms, 4: RTMP, 5: SRT, 6: NDI.' },
      isConfigured: { type: 'boolean', description: 'Whether the configuration is complete and valid.' },
    },
    {},
    'One stream server. Nothing secret is in it.',
  ),
  StreamServerList: objectSchema({
    status: codeSchema('SUCCESS'),
    message: { type: 'string', const: 'SUCCESS' },
    totalCount: { type: 'integer', const: TYPE_ORDER.length },
    serverList: {
      type: 'array',
      description: `One entry for each type, in the order ${TYPE_ORDER.join(', ')}.`,
      prefixItems: TYPE_ORDER.map(entryOfType),
      items: schemaRef('StreamConfigInfo'),
      minItems: TYPE_ORDER.length,
      maxItems: TYPE_ORDER.length,
    },
  }),
};

function entryOfType(type: number): object {
  return { allOf: [schemaRef('StreamConfigInfo'), { properties: { type: { const: type } } }] };
}

/** A list that is refused: `message` holds the name, and the list is empty. */
export function refusedList(name: StatusName): object {
  return objectSchema({
    status: codeSchema(name),
    message: { type: 'string', const: name },
    totalCount: { type: 'integer', const: 0 },
    serverList: { type: 'array', items: schemaRef('StreamConfigInfo'), maxItems: 0 },
  });
}
