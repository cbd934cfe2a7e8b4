/**
 * Names of the environment variables that the stack gives to the functions. The stack, the local stage and
 * the functions all take them from here, so that none can ask for a name that another does not set.
 */
export const Environment = {
  sessionsTable: 'SESSIONS_TABLE',
  devicesTable: 'DEVICES_TABLE',
  firmwaresTable: 'FIRMWARES_TABLE',
  upgradesTable: 'UPGRADES_TABLE',
  /** CloudWatch namespace of the stage's metrics. */
  metricsNamespace: 'METRICS_NAMESPACE',
  /** Serial number that the bare base URL of the stream server list speaks for; may be absent. */
  deviceSn: 'DEVICE_SN',
  /** Most serial numbers in one start-upgrade request. */
  maxBatchSize: 'MAX_BATCH_SIZE',
  /** Most bytes in one start-upgrade body. */
  maxBodyBytes: 'MAX_BODY_BYTES',
  /** Seconds for which a claim holds its device unless progress renews it. */
  leaseSeconds: 'LEASE_SECONDS',
  /** Longest life, in seconds, that a session may have ahead of it; may be absent. */
  longestSessionSeconds: 'LONGEST_SESSION_SECONDS',
  /** Hexadecimal SHA-256 of each secret that what stands in front of the gateway may send, with commas; may be absent. */
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
