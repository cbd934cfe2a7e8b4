import { fileURLToPath } from 'node:url';
import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from './stages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** HTTP APIs give up after 30 s; a function that ends before them always gets to give its own answer. */
const TIMEOUT = Duration.seconds(25);

/** Read permissions and write permissions that an operation may need on a table, by the call that needs them. */
export type TableAction = 'dynamodb:GetItem' | 'dynamodb:BatchGetItem' | 'dynamodb:PutItem';

interface OperationFunctionProps {
  /** Folder under `functions/` whose `handler.ts` exports `handler`. */
  readonly operation: string;
  readonly description: string;
  readonly settings: StageSettings;
  readonly environment: Readonly<Record<string, string>>;
}

/** The Lambda function of one operation: its bundle, its log group, and a role that starts with logging alone. */
export class OperationFunction extends Construct {
  readonly function: NodejsFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.settings.logRetention,
      removalPolicy: props.settings.removalPolicy,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    this.function = new NodejsFunction(this, 'Function', {
      description: props.description,
      entry: `${root}functions/${props.operation}/handler.ts`,
      handler: 'handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.settings.memoryMb,
      timeout: TIMEOUT,
      environment: { ...props.environment },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      projectRoot: root,
      depsLockFilePath: `${root}package-lock.json`,
      // The SDK goes into the bundle: a pinned version that was tested, and a faster start than the runtime's copy.
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        minify: true,
        bundleAwsSDK: true,
        logLevel: LogLevel.WARNING,
      },
    });
  }

  /** Names a table to the function and grants it exactly these calls on it, in one step, so that they cannot drift. */
  uses(table: Table, variable: string, ...actions: readonly TableAction[]): void {
    this.function.addEnvironment(variable, table.tableName);
    table.grant(this.function, ...actions);
  }
}
