import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, Grant, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  Function,
  LoggingFormat,
  Runtime,
  Tracing,
  type IFunction,
  type IVersion,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { FUNCTION_TIMEOUT_MS } from '../functions/config/deadline.ts';
import { Environment } from '../functions/config/environment.ts';
import { BUNDLING } from './bundling.ts';
import { logsKept } from './retention.ts';
import type { StageSettings } from './stages.ts';

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
  readonly function: Function;
  readonly logGroup: LogGroup;
  readonly alias: Alias;
  /** The alias, typed for those that invoke it. */
  readonly target: IFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const { settings } = props;
    const logGroup = new LogGroup(this, 'Logs', logsKept(settings));
    this.logGroup = logGroup;
    this.function = new Function(this, 'Function', {
      description: props.description,
      code: bundleOf(props.folder),
      handler: 'index.handler',
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

/**
 * The bundle of a function, made in this process: CDK's NodejsFunction would start npm and esbuild for each, which takes
 * three times as long. Throws esbuild's own message.
 */
function bundleOf(folder: string): Code {
  const source = fileURLToPath(new URL(`../functions/${folder}`, import.meta.url));
  const tryBundle = (outputDir: string) => {
    buildSync({ ...BUNDLING, entryPoints: [`${source}/handler.ts`], outfile: `${outputDir}/index.js` });
    return true;
  };
  return Code.fromAsset(source, {
    assetHashType: AssetHashType.OUTPUT,
    // CDK wants an image, for the case that nothing is bundled here: never used.
    bundling: { image: DockerImage.fromRegistry('none'), local: { tryBundle } },
  });
}
