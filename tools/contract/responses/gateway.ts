import { schemaRef } from '../refs.ts';
import { objectSchema } from '../schemas/object-schema.ts';

/** What the gateway says by itself: in its own shape, and without the headers of the service. */
export const gatewayAnswer = schemaRef('GatewayAnswer');

/** Its schema. */
export const gatewaySchemas = {
  GatewayAnswer: objectSchema({ message: { type: 'string' } }, "The gateway's own answer: the service was not asked."),
};

/** When the gateway answers by itself, by HTTP status. */
export const GATEWAY_CASES = {
  400: 'the path cannot be decoded',
  404: 'the path is no route',
  413: 'the body is over 10 MiB',
  429: 'too many requests',
  500: 'the function broke, and what it did before is not known; repeat the request',
  503: 'there is no room for the request',
} as const;

export type GatewayStatus = keyof typeof GATEWAY_CASES;

/**
 * Examples of what nothing but AWS itself answers, as AWS documents it; all other examples are recorded.
 */
export const AWS_EXAMPLES: Readonly<Partial<Record<number, object>>> = {
  429: { tooManyRequests: { summary: 'The gateway: too many requests', value: { message: 'Too Many Requests' } } },
  503: { noRoom: { summary: 'The gateway: no room for the request', value: { message: 'Service Unavailable' } } },
};
