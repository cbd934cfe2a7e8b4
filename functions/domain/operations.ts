/** Folder of a function that answers callers. */
export type FunctionName = 'get-stream-servers-list' | 'upgrade' | 'rollout';

interface OperationRoutes {
  /** The function that serves it. */
  readonly function: FunctionName;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Below the base URL; each takes every one of the methods. */
  readonly paths: readonly [string, ...string[]];
}

const LIST_PATH = '/V1.0/stream/getStreamServersList';

/**
 * The operations of the API with their routes (interface, section 4), by the names that answers, metrics and alarms use.
 * The stack makes the gateway's routes of them, and a function finds the operation of a request by its route.
 */
export const OPERATIONS = {
  // For the stage's own device and, with another base URL, for each device.
  getStreamServersList: {
    function: 'get-stream-servers-list',
    methods: ['GET', 'POST'],
    paths: [LIST_PATH, `/devices/{sn}${LIST_PATH}`],
  },
  'start-upgrade': { function: 'upgrade', methods: ['POST'], paths: ['/sc_cloud/upgrade/start'] },
  'upgrade-status': { function: 'upgrade', methods: ['POST'], paths: ['/sc_cloud/upgrade/status'] },
  'cancel-upgrade': { function: 'upgrade', methods: ['POST'], paths: ['/sc_cloud/upgrade/cancel'] },
  'dry-run-upgrade': { function: 'upgrade', methods: ['POST'], paths: ['/sc_cloud/upgrade/dry-run'] },
  'get-all-firmwares': { function: 'upgrade', methods: ['GET'], paths: ['/sc_cloud/firmware/list'] },
  'upgrade-history': { function: 'upgrade', methods: ['POST'], paths: ['/sc_cloud/upgrade/history'] },
  'create-rollout': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/create'] },
  'dry-run-rollout': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/dry-run'] },
  'rollout-status': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/status'] },
  'pause-rollout': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/pause'] },
  'resume-rollout': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/resume'] },
  'cancel-rollout': { function: 'rollout', methods: ['POST'], paths: ['/sc_cloud/rollout/cancel'] },
} as const satisfies Readonly<Record<string, OperationRoutes>>;

export type OperationName = keyof typeof OPERATIONS;

/** The operations on the upgrades of devices. The upgrade function also has the one that lists firmwares. */
export type UpgradeOperation = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { function: 'upgrade'; methods: readonly ['POST'] }
    ? Name
    : never;
}[OperationName];

/** The operations on roll-outs. */
export type RolloutOperation = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['function'] extends 'rollout' ? Name : never;
}[OperationName];

/** The path of an operation; of several the first. */
export function pathOf(operation: OperationName): string {
  return OPERATIONS[operation].paths[0];
}

/** The route of an operation, as the gateway names it in its events: `POST /path`; of several the first. */
export function routeKeyOf(operation: OperationName): string {
  return `${OPERATIONS[operation].methods[0]} ${pathOf(operation)}`;
}

/** All routes of an operation. */
export function routeKeysOf(operation: OperationName): readonly string[] {
  const { methods, paths }: OperationRoutes = OPERATIONS[operation];
  return paths.flatMap((path) => methods.map((method) => `${method} ${path}`));
}
