import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What may differ between two stages of the service; everything else is the same in all of them. */
export interface StageSettings {
  /** What becomes of the tables and logs when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  /** Serial number that the bare base URL of the stream server list speaks for. */
  readonly deviceSn: string;
  /** Most serial numbers in one start-upgrade request. */
  readonly maxBatchSize: number;
  /** Most bytes in one start-upgrade body. */
  readonly maxBodyBytes: number;
  /** Seconds for which a claim holds its device unless progress renews it. */
  readonly leaseSeconds: number;
  /** Web origins that may call with cookies; none leaves CORS off. */
  readonly allowedOrigins: readonly string[];
  /** Megabytes of memory for each function; Lambda gives processor time in proportion. */
  readonly memoryMb: number;
}

const shared = {
  deviceSn: 'A302190930001',
  maxBatchSize: 1000,
  maxBodyBytes: 256 * 1024,
  leaseSeconds: 60 * 60,
  allowedOrigins: [],
  memoryMb: 1024,
} as const;

const disposable: StageSettings = {
  ...shared,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_WEEK,
};

type NamedStage = 'dev' | 'staging' | 'prod';

const NAMED_STAGES: Readonly<Record<NamedStage, StageSettings>> = {
  dev: disposable,
  staging: { ...disposable, logRetention: RetentionDays.ONE_MONTH },
  prod: { ...shared, removalPolicy: RemovalPolicy.RETAIN, logRetention: RetentionDays.ONE_YEAR },
};

const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/**
 * The settings of a stage: those of `dev`, `staging` or `prod`, and for a personal stage those of `dev`.
 * Throws an error of one line when the name is missing or cannot be one.
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
