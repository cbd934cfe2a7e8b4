import type { StatusName } from '../../../functions/domain/api-status.ts';
import { schemaRef } from '../refs.ts';
import { objectSchema } from './object-schema.ts';

/** The order in which the types stand in every list (interface 2.2). */
const TYPE_ORDER = [1, 2, 3, 6, 4, 5];

/** Schemas of getStreamServersList. */
export const listSchemas = {
  StreamConfigInfo: objectSchema(
    {
      id: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Unique in the list; may exceed 32 bits.',
      },
      name: { type: 'string' },
      type: { type: 'integer', enum: [1, 2, 3, 4, 5, 6], description: '1, 2, 3: platforms, 4: RTMP, 5: SRT, 6: NDI.' },
      isConfigured: { type: 'boolean', description: 'Whether the configuration is complete and valid.' },
    },
    'One stream server. Nothing secret is in it.',
  ),
  StreamServerList: objectSchema({
    status: schemaRef('SUCCESS'),
    message: { type: 'string', const: 'SUCCESS' },
    totalCount: { type: 'integer', const: TYPE_ORDER.length },
    serverList: {
      type: 'array',
      description: `One entry for each type, in the order ${TYPE_ORDER.join(', ')}.`,
      prefixItems: TYPE_ORDER.map(entryOfType),
      minItems: TYPE_ORDER.length,
      maxItems: TYPE_ORDER.length,
    },
  }),
};

function entryOfType(type: number): object {
  const fixed = { type: 'object', properties: { type: { const: type } }, required: ['type'] };
  return { allOf: [schemaRef('StreamConfigInfo'), fixed] };
}

/** A list that is refused: the name stands in `message`, and the list is empty. */
export function refusedList(name: StatusName): object {
  return objectSchema({
    status: schemaRef(name),
    message: { type: 'string', const: name },
    totalCount: { type: 'integer', const: 0 },
    serverList: { type: 'array', items: schemaRef('StreamConfigInfo'), maxItems: 0 },
  });
}
