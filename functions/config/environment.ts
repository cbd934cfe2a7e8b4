/**
 * Names of the environment variables that the stack gives to the functions. The stack, the local stage and
 * the functions all take them from here, so that none can ask for a name that another does not set.
 */
export const Environment = {
  sessionsTable: 'SESSIONS_TABLE',
  devicesTable: 'DEVICES_TABLE',
  firmwaresTable: 'FIRMWARES_TABLE',
  upgradesTable: 'UPGRADES_TABLE',
  upgradeHistoryTable: 'UPGRADE_HISTORY_TABLE',
  rolloutsTable: 'ROLLOUTS_TABLE',
  /** CloudWatch namespace of the stage's metrics. */
  metricsNamespace: 'METRICS_NAMESPACE',
  /** Serial number whose stream servers the URL without a serial number lists; may be absent. */
  deviceSn: 'DEVICE_SN',
  /** Maximum serial numbers in one request. */
  maxBatchSize: 'MAX_BATCH_SIZE',
  /** Maximum bytes of a body. */
  maxBodyBytes: 'MAX_BODY_BYTES',
  /** Seconds for which a claim holds its device unless progress renews it. */
  leaseSeconds: 'LEASE_SECONDS',
  /** Maximum remaining lifetime of a session, in seconds; may be absent. */
  longestSessionSeconds: 'LONGEST_SESSION_SECONDS',
  /** Hexadecimal SHA-256 of the shared secrets of the front proxy, with commas; may be absent. */
  originSecretHashes: 'ORIGIN_SECRET_HASHES',
} as const;

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The text of a variable. Throws when it is not set: a deployment fault, answered as 500 in shape. */
export function requiredText(env: EnvironmentVariables, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
}

/** A variable that must be a whole number of at least 1. Throws when it is anything else. */
export function requiredCount(env: EnvironmentVariables, name: string): number {
  const value = Number(requiredText(env, name));
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`environment variable ${name} is not a count`);
  return value;
}

/** Like {@link requiredCount}, but the variable may be absent, which means no bound. */
export function countOrUnbounded(env: EnvironmentVariables, name: string): number {
  return env[name] === undefined ? Infinity : requiredCount(env, name);
}

/** The comma-separated texts of a variable; none if it is absent. */
export function texts(env: EnvironmentVariables, name: string): readonly string[] {
  return (env[name] ?? '').split(',').filter(Boolean);
}

/** The settings by which callers are checked, and their requests counted: the same in every function that answers them. */
export interface CallerSettings {
  /** Maximum remaining lifetime of a session, in seconds. */
  readonly longestSessionSeconds: number;
  /** Hexadecimal SHA-256 of the shared secrets of the front proxy; none if the stage has none. */
  readonly originSecretHashes: readonly string[];
  readonly metricsNamespace: string;
}

/** Throws when a variable is missing or no number. */
export function callerSettings(env: EnvironmentVariables): CallerSettings {
  return {
    longestSessionSeconds: countOrUnbounded(env, Environment.longestSessionSeconds),
    originSecretHashes: texts(env, Environment.originSecretHashes),
    metricsNamespace: requiredText(env, Environment.metricsNamespace),
  };
}
