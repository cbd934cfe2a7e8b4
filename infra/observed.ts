import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpFunction } from './http-function.ts';
import type { RolloutRun } from './rollout-run.ts';
import type { Tables } from './tables.ts';
import type { UpgradeHistory } from './upgrade-history.ts';
import type { UpgradeEvents } from './upgrade-events.ts';

/** The parts of a stage that alarms and the dashboard look at. */
export interface Observed {
  readonly api: HttpApi;
  /** Those that answer callers. */
  readonly functions: readonly HttpFunction[];
  readonly tables: Tables;
  /** CloudWatch namespace of the metrics that the functions record. */
  readonly namespace: string;
  readonly events: UpgradeEvents;
  readonly history: UpgradeHistory;
  readonly rollouts: RolloutRun;
}
