import { API_STATUS, type RefusalName } from '../../../functions/domain/api-status.ts';
import { MEANINGS } from '../schemas/api-status.ts';
import { GATEWAY_CASES, gatewayAnswer, type GatewayStatus } from './gateway.ts';
import { SERVICE_HEADERS, type ResponseParts } from './response.ts';

/** One way in which an operation refuses. */
export interface RefusalBody {
  readonly name: RefusalName;
  readonly schema: object;
}

/**
 * The refusals of an operation by HTTP status: those of the service stand where the API Status table puts them, those
 * of the gateway join them.
 */
export function refusalResponses(
  refusals: readonly RefusalBody[],
  gatewayStatuses: readonly GatewayStatus[],
): ReadonlyMap<number, ResponseParts> {
  const statuses = new Set([...refusals.map(({ name }) => API_STATUS[name].http), ...gatewayStatuses]);
  const inOrder = [...statuses].sort((one, other) => one - other);
  return new Map(
    inOrder.map((status) => {
      const own = refusals.filter(({ name }) => API_STATUS[name].http === status);
      return [
        status,
        responseParts(
          status,
          own,
          gatewayStatuses.find((gateway) => gateway === status),
        ),
      ];
    }),
  );
}

function responseParts(
  status: number,
  refusals: readonly RefusalBody[],
  gateway: GatewayStatus | undefined,
): ResponseParts {
  const lines = refusals.map(({ name }) => `- ${String(API_STATUS[name].code)} \`${name}\`: ${MEANINGS[name]}`);
  const gatewayLines = gateway === undefined ? [] : [`- The gateway's own answer: ${GATEWAY_CASES[gateway]}.`];
  const bodies = refusals.map(({ schema }) => schema);
  return {
    description: [...lines, ...gatewayLines].join('\n'),
    bodies: gateway === undefined ? bodies : [...bodies, gatewayAnswer],
    headers: [
      ...(refusals.length > 0 ? SERVICE_HEADERS : []),
      ...(status === API_STATUS.TRY_AGAIN.http ? ['Retry-After'] : []),
    ],
  };
}
