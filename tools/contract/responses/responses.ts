import { API_STATUS, type RefusalName } from '../../../functions/domain/api-status.ts';
import type { Example } from '../examples.ts';
import { KINDS, type Kind } from '../kinds.ts';
import { MEANINGS } from '../../code-meanings.ts';
import { keysOf } from '../../keys-of.ts';
import { refusedList } from '../schemas/list.ts';
import { refusedRollout } from '../schemas/rollout.ts';
import { schemaRef } from '../schemas/schema.ts';
import { refusedUpgrade, type RefusedDetails } from '../schemas/upgrade.ts';
import { AWS_EXAMPLES, GATEWAY_CASES, GATEWAY_TYPE, REQUEST_ID, SERVICE_TYPE, type GatewayStatus } from './gateway.ts';

/** Which devices each refusal of the upgrade function names. */
const UPGRADE_REFUSALS: Readonly<Record<RefusalName, RefusedDetails>> = {
  TRY_AGAIN: 'each or none',
  UNKNOWN_ERROR: 'each or none',
  INVALID_ARG: 'none',
  UNSUPPORTED: 'none',
  // None when a request comes by a route that this version does not know.
  NOT_EXIST: 'each or none',
  TOO_MANY: 'none',
  TOO_LARGE: 'none',
  FORMAT_ERROR: 'none',
  NOT_PERMITTED: 'none',
  NOT_LOGGED_IN: 'none',
  WRONG_STATE: 'each',
  CONSTRAINT_VIOLATION: 'each',
};

const LIST_REFUSALS: readonly RefusalName[] = [
  'TRY_AGAIN',
  'UNKNOWN_ERROR',
  // Only when something other than the gateway invokes the function.
  'INVALID_ARG',
  'NOT_EXIST',
  // Only on a stage that has a front proxy.
  'NOT_PERMITTED',
  'NOT_LOGGED_IN',
];

/** How the operations of a function refuse, and the gateway in their place. */
interface Refusing {
  readonly refusals: readonly RefusalName[];
  /** The schema of an answer with one of these, which share an HTTP status. */
  readonly refused: (names: readonly RefusalName[]) => object;
  readonly gatewayStatuses: readonly GatewayStatus[];
}

const ALL = {
  refusals: keysOf(UPGRADE_REFUSALS),
  gatewayStatuses: [404, 413, 429, 500, 503],
} as const;

/** By the kind under whose name the document has them. The others refuse as the first of their function does. */
const REFUSING: Partial<Record<'List' | Kind, Refusing>> = {
  List: {
    refusals: LIST_REFUSALS,
    refused: ([name = 'UNKNOWN_ERROR']) => refusedList(name),
    gatewayStatuses: [400, 404, 413, 429, 500, 503],
  },
  Upgrade: { ...ALL, refused: (names) => refusedUpgrade(names, UPGRADE_REFUSALS[names[0] ?? 'UNKNOWN_ERROR']) },
  Rollout: { ...ALL, refused: refusedRollout },
};

const NONE: Refusing = { refusals: [], refused: () => ({}), gatewayStatuses: [] };

const ACCEPTED: Partial<Record<'List' | Kind, string>> = {
  List: 'The list.',
  History: 'The upgrades of the device.',
  Firmwares: 'A page of firmwares.',
};

function acceptedBy(kind: 'List' | Kind) {
  const what = kind.startsWith('Rollout') ? 'How the roll-out stands' : 'Every device was judged on its own';
  const schema = schemaRef(kind === 'List' ? 'StreamServerList' : `${kind}Answer`);
  return { description: ACCEPTED[kind] ?? `${what}: look at \`details\`.`, schema };
}

/** The HTTP statuses of an operation, in order. */
export function statusesOf(kind: 'List' | Kind): readonly number[] {
  const { refusals, gatewayStatuses } = REFUSING[kind] ?? NONE;
  const statuses = new Set<number>([200, ...refusals.map((name) => API_STATUS[name].http), ...gatewayStatuses]);
  return [...statuses].sort((one, other) => one - other);
}

/** All responses as the document's components, named after operation and HTTP status: `List200`. */
export function responseComponents(recorded: readonly Example[]): Readonly<Record<string, object>> {
  const responses = (['List', ...Object.values(KINDS)] as const).flatMap((kind) =>
    statusesOf(kind).map((status) => {
      const name = `${kind}${String(status)}`;
      const answers = recorded.filter(({ response }) => response === name);
      return [name, responseOf(kind, status, answers)] as const;
    }),
  );
  return Object.fromEntries(responses);
}

/** One response: what the service may answer, and what the gateway may answer in its place. */
function responseOf(kind: 'List' | Kind, status: number, recorded: readonly Example[]): object {
  const { refusals, refused, gatewayStatuses } = REFUSING[kind] ?? NONE;
  const own = refusals.filter((name) => API_STATUS[name].http === status);
  const accepted = acceptedBy(kind);
  const schema = status === 200 ? accepted.schema : own.length > 0 ? refused(own) : undefined;
  const gateway = gatewayStatuses.find((each) => each === status);
  const lines = own.map((name) => `- ${String(API_STATUS[name].code)} \`${name}\`: ${MEANINGS[name]}`);
  const gatewayLines = gateway === undefined ? [] : [`- The gateway's own answer: ${GATEWAY_CASES[gateway]}.`];
  const headers = [
    ...(schema ? ['Cache-Control', 'X-Content-Type-Options', 'Strict-Transport-Security'] : []),
    ...(status === API_STATUS.TRY_AGAIN.http ? ['Retry-After'] : []),
    REQUEST_ID,
  ];
  return {
    description: status === 200 ? accepted.description : [...lines, ...gatewayLines].join('\n'),
    headers: Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
    content: {
      ...(schema && { [SERVICE_TYPE]: { schema, examples: examples(false) } }),
      ...(gateway && {
        [GATEWAY_TYPE]: {
          schema: schemaRef('GatewayAnswer'),
          examples: { ...examples(true), ...AWS_EXAMPLES[status] },
        },
      }),
    },
  };

  function examples(ofGateway: boolean): object {
    const answers = recorded.filter(({ body }) => isOfGateway(body) === ofGateway);
    return Object.fromEntries(answers.map(({ name, summary, body }) => [name, { summary, value: body }]));
  }
}

/** The service's own answers say more than a message. */
function isOfGateway(body: object): boolean {
  return Object.keys(body).join() === 'message';
}

export const headers = {
  'Cache-Control': ofService({ type: 'string', const: 'no-store' }),
  'X-Content-Type-Options': ofService({ type: 'string', const: 'nosniff' }),
  'Strict-Transport-Security': ofService({ type: 'string', const: 'max-age=31536000' }),
  'Retry-After': {
    description: "Seconds to wait before asking again. On the service's 503.",
    schema: { type: 'integer', minimum: 1 },
  },
  [REQUEST_ID]: {
    description: `The gateway's id of the request, to give to the operators: their logs have it too. On every answer.`,
    schema: { type: 'string', minLength: 1 },
    example: 'JKJaXmPLvHcESHA=',
  },
};

function ofService(schema: object): object {
  return { description: "On every answer but the gateway's own.", schema };
}
