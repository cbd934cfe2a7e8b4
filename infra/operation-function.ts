import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, Grant, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  LoggingFormat,
  Runtime,
  Tracing,
  type IFunction,
  type IVersion,
} from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat, type BundlingOptions } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_MS } from '../functions/config/deadline.ts';
import { Environment } from '../functions/config/environment.ts';
import { logsKept } from './retention.ts';
import type { StageSettings } from './stages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// The SDK is bundled: its version is pinned and tested, and it starts faster than the runtime's copy.
const BUNDLING: BundlingOptions = {
  // An ES module that imports node:http makes Node evaluate all its exports, undici included: 15 ms at every start.
  format: OutputFormat.CJS,
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  bundleAwsSDK: true,
  esbuildArgs: {
    // The SDK imports node:http lazily; this makes it a require, for the same reason.
    '--supported:dynamic-import': 'false',
    '--alias:@aws-sdk/credential-provider-node': `${root}infra/bundle-stubs/lambda-credentials.ts`,
    '--alias:@aws-sdk/middleware-endpoint-discovery': `${root}infra/bundle-stubs/no-endpoint-discovery.ts`,
    '--alias:@smithy/core/event-streams': `${root}infra/bundle-stubs/no-event-streams.ts`,
  },
  logLevel: LogLevel.WARNING,
};

/** Permissions that a function may need on a table, named like the calls or statements that need them. */
export type TableAction =
  | 'dynamodb:GetItem'
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:BatchWriteItem'
  | 'dynamodb:Query'
  | 'dynamodb:Scan'
  | 'dynamodb:PartiQLInsert'
  | 'dynamodb:PartiQLUpdate'
  | 'dynamodb:UpdateItem';

/**
 * What starts upgrades: a claim is an INSERT, or an UPDATE of an earlier record. Records are read before, and again
 * afterwards if in doubt.
 */
export const CLAIMING = [
  'dynamodb:BatchGetItem',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
] as const satisfies readonly TableAction[];

export interface OperationFunctionProps {
  /** Folder under `functions/` whose `handler.ts` exports `handler`. */
  readonly folder: string;
  readonly description: string;
  readonly settings: StageSettings;
  /** When Lambda stops it; if not given, that of the functions that answer callers. */
  readonly timeoutMs?: number;
  /** CloudWatch namespace of the stage's own metrics. */
  readonly metricsNamespace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where Lambda puts the events that it gives up, if it is invoked by events: after three attempts, or six hours. */
  readonly deadLetterQueue?: Queue;
}

/**
 * A Lambda function of the service: its bundle, its log group, a role that starts with only logging and tracing, and
 * the alias behind which versions are swapped.
 */
export class OperationFunction extends Construct {
  readonly function: NodejsFunction;
  readonly logGroup: LogGroup;
  readonly alias: Alias;
  /** The alias, typed for those that invoke it. */
  readonly target: IFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const { settings } = props;
    const logGroup = new LogGroup(this, 'Logs', logsKept(settings));
    this.logGroup = logGroup;
    this.function = new NodejsFunction(this, 'Function', {
      description: props.description,
      entry: `${root}functions/${props.folder}/handler.ts`,
      handler: 'handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: settings.memoryMb,
      timeout: Duration.millis(props.timeoutMs ?? FUNCTION_TIMEOUT_MS),
      ...(settings.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: settings.reservedConcurrency,
      }),
      environment: { [Environment.metricsNamespace]: props.metricsNamespace, ...props.environment },
      ...(props.deadLetterQueue && { deadLetterQueue: props.deadLetterQueue }),
      role: this.#roleThatLogs(logGroup),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      // Versions are kept, so that the alias can be set back to an earlier one by hand; but not one whose deploy was
      // rolled back, or its commit could not be deployed again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      projectRoot: root,
      depsLockFilePath: `${root}package-lock.json`,
      bundling: BUNDLING,
    });
    // CDK's classes and interfaces disagree on optional properties under exactOptionalPropertyTypes.
    /* eslint-disable @typescript-eslint/consistent-type-assertions */
    const version = this.function.currentVersion as IVersion;
    this.alias = new Alias(this, 'Live', { aliasName: 'live', version });
    this.target = this.alias as IFunction;
    /* eslint-enable @typescript-eslint/consistent-type-assertions */
  }

  /**
   * Gives the function a table's name and grants it exactly these calls on it, in one step so that they cannot drift
   * apart.
   */
  uses(table: Table, variable: string, ...actions: readonly TableAction[]): void {
    this.function.addEnvironment(variable, table.tableName);
    this.#may(table.tableArn, actions);
  }

  /** Grants queries of an index, and of the table none. */
  queries({ tableArn }: Table, index: string): void {
    this.#may(`${tableArn}/index/${index}`, ['dynamodb:Query']);
  }

  /** Not by the table, which would grant the same calls on all its indexes. */
  #may(resource: string, actions: readonly TableAction[]): void {
    Grant.addToPrincipal({ grantee: this.function, actions: [...actions], resourceArns: [resource] });
  }

  #roleThatLogs(logGroup: LogGroup): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray has no resources to name: PutTraceSegments and PutTelemetryRecords are granted on all or not at all.',
    });
    return role;
  }
}
