import { objectSchema } from '../schemas/schema.ts';

/** Exact content type of every answer of the service. */
export const SERVICE_TYPE = 'application/json; charset=UTF-8';

/** Content type of the gateway's own answers. */
export const GATEWAY_TYPE = 'application/json';

/** The header that the gateway adds to every answer. An answer straight from a function lacks it. */
export const REQUEST_ID = 'apigw-requestid';

/** Schema of the gateway's own answers. They have none of the service's headers. */
export const gatewaySchemas = {
  GatewayAnswer: objectSchema(
    { message: { type: 'string' } },
    {},
    "The gateway's own answer. After 500 and 503 it is unknown what was done.",
  ),
};

/** When the gateway answers by itself, by HTTP status. */
export const GATEWAY_CASES = {
  400: 'the path cannot be decoded',
  404: 'the path is no route',
  413: 'the body is over 10 MiB, or the event made from it is over 6 MiB',
  429: 'too many requests',
  500: 'the function broke, and what it did before is not known; repeat the request',
  503: 'there is no capacity for the request, or no answer in time; it is unknown what was done',
} as const;

export type GatewayStatus = keyof typeof GATEWAY_CASES;

/** Examples that only AWS itself gives, as AWS documents them. All others are recorded. */
export const AWS_EXAMPLES: Readonly<Partial<Record<number, object>>> = {
  429: { tooManyRequests: { summary: 'The gateway: too many requests', value: { message: 'Too Many Requests' } } },
  503: { noRoom: { summary: 'The gateway: no room for the request', value: { message: 'Service Unavailable' } } },
};
