/** Requests per second that a route lets through, and how many it may let through at once. */
export interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** What may differ between two stages of the service; everything else is the same in all of them. */
export interface StageSettings {
  /** What becomes of tables, logs, events and dead letters when the stack is deleted. */
  readonly removalPolicy: 'destroy' | 'retain';
  /** Whether the stack, and each table, refuses to be deleted until this is switched off. */
  readonly deletionProtection: boolean;
  /** Days for which logs are kept; CloudWatch allows only certain numbers. */
  readonly logRetentionDays: 7 | 30 | 365;
  /** Days for which the archive keeps events, as the audit trail. */
  readonly eventArchiveDays: number;
  readonly listThrottle: Throttle;
  readonly upgradeThrottle: Throttle;
  readonly rolloutThrottle: Throttle;
  /** Maximum serial numbers in one start-upgrade request. */
  readonly maxBatchSize: number;
  /** Maximum bytes in one start-upgrade body. */
  readonly maxBodyBytes: number;
  /** Seconds for which a claim holds its device unless progress renews it. */
  readonly leaseSeconds: number;
  /** Maximum days until a session expires; one that expires later is invalid. Unset allows any. */
  readonly longestSessionDays?: number;
  /**
   * Hexadecimal SHA-256 of the secret that a distribution or firewall in front sends as `x-origin-secret`; two during a
   * rotation. If set, requests that did not come through it are refused.
   */
  readonly originSecretHashes?: readonly string[];
  /** URL of what is in front, `https://` and a host: the output `ApiUrl`, by which the stage's own tools reach it too. */
  readonly publicUrl?: string;
  /** Web origins that may call with cookies; none leaves CORS off. */
  readonly allowedOrigins: readonly string[];
  /** Serial number of the device that the bare list URL stands for; if unset, that URL answers 404. */
  readonly deviceSn?: string;
  /** E-mail addresses that alarms are sent to. */
  readonly alarmReceivers: readonly string[];
  /** Budget for a month of the stage in US dollars; the receivers of alarms are warned. Unset watches nothing. */
  readonly monthlyBudgetUsd?: number;
  /** Whether the tables are encrypted with a key that the account owns, instead of AWS's. */
  readonly customerKey?: boolean;
  /** Domain name under which the API answers instead of AWS's, with a certificate in the stage's region. */
  readonly customDomain?: { readonly name: string; readonly certificateArn: string };
  /** Megabytes of memory for each function; Lambda gives processor time in proportion. */
  readonly memoryMb: number;
  /**
   * Concurrent executions reserved for each function, which are also its maximum; if unset, it uses what the account
   * has left. Lambda refuses to leave fewer than 100 of the account's limit unreserved, and a new account's limit may
   * be 10 in all.
   */
  readonly reservedConcurrency?: number;
  /** Whether a new version first gets a tenth of the requests, and is rolled back when an alarm goes off. */
  readonly canary: boolean;
  /** Whether roll-outs go on: whether there is a run over them every minute. */
  readonly schedule: boolean;
}

const shared = {
  maxBatchSize: 1000,
  maxBodyBytes: 256 * 1024,
  leaseSeconds: 60 * 60,
  // People and their programs: one request is about up to 50,000 devices.
  rolloutThrottle: { ratePerSecond: 5, burst: 10 },
  allowedOrigins: [],
  alarmReceivers: [],
  memoryMb: 1024,
  schedule: true,
} as const;

const disposable: StageSettings = {
  ...shared,
  removalPolicy: 'destroy',
  deletionProtection: false,
  logRetentionDays: 7,
  eventArchiveDays: 7,
  listThrottle: { ratePerSecond: 50, burst: 100 },
  upgradeThrottle: { ratePerSecond: 20, burst: 40 },
  deviceSn: 'A302190930001',
  canary: false,
};

export type NamedStage = 'dev' | 'staging' | 'prod';

/** The stages that everybody shares. A personal stage has the settings of `dev`. */
export const NAMED_STAGES: Readonly<Record<NamedStage, StageSettings>> = {
  dev: disposable,
  staging: { ...disposable, logRetentionDays: 30, eventArchiveDays: 30, longestSessionDays: 30 },
  prod: {
    ...shared,
    removalPolicy: 'retain',
    deletionProtection: true,
    logRetentionDays: 365,
    eventArchiveDays: 400,
    longestSessionDays: 30,
    listThrottle: { ratePerSecond: 250, burst: 500 },
    upgradeThrottle: { ratePerSecond: 100, burst: 200 },
    canary: true,
  },
};

const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/**
 * The settings of a stage: those of `dev`, `staging` or `prod`, and for a personal stage those of `dev`. Throws a
 * one-line error when the name is missing or invalid.
 */
export function stageSettings(name: unknown): StageSettings {
  if (typeof name !== 'string' || !STAGE_NAME.test(name)) {
    throw new Error(
      'Which stage? Give -c stage=NAME: dev, staging, prod or a personal name (a lower-case letter, then at most 19 of a-z, 0-9 and "-").',
    );
  }
  return isNamedStage(name) ? NAMED_STAGES[name] : disposable;
}

function isNamedStage(name: string): name is NamedStage {
  return Object.hasOwn(NAMED_STAGES, name);
}
