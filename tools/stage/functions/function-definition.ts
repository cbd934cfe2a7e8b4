import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CREDENTIALS, REGION } from '../account.ts';
import { CommandError } from '../../command-line.ts';
import type { Assembly } from '../assembly.ts';
import { Ref, resourcesOf, type Template } from '../template.ts';

/** All that is needed to run one Lambda function of the template. */
export interface FunctionDefinition {
  /** Logical id, which is also its local name. */
  readonly id: string;
  readonly timeoutMs: number;
  /** Environment of the worker, which also locates the code: `LAMBDA_TASK_ROOT` and `_HANDLER`. */
  readonly env: Readonly<Record<string, string>>;
}

const FunctionSchema = v.object({
  Code: v.object({ S3Key: v.string() }),
  Handler: v.string(),
  Runtime: v.string(),
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.unknown()) }), { Variables: {} }),
  Timeout: v.optional(v.number(), 3),
  // The worker only writes this format.
  LoggingConfig: v.object({ LogFormat: v.literal('JSON') }),
});

type FunctionProperties = v.InferOutput<typeof FunctionSchema>;

/** The functions of the stack, for a DynamoDB engine at `endpoint`. Throws a CommandError that names what is missing. */
export function functionDefinitions({ template, assets }: Assembly, endpoint: string): FunctionDefinition[] {
  return resourcesOf(template, 'AWS::Lambda::Function', FunctionSchema).map(({ id, properties }) => {
    const directory = assets.get(properties.Code.S3Key);
    if (directory === undefined) throw new CommandError(`${id}: the assembly has no asset ${properties.Code.S3Key}`);
    requireModule(directory, id, properties.Handler);
    return {
      id,
      timeoutMs: properties.Timeout * 1_000,
      env: {
        ...variables(template, id, properties),
        ...lambdaVariables(id, properties, directory),
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      },
    };
  });
}

function requireModule(directory: string, id: string, handler: string): void {
  const file = `${handler.split('.', 1).join()}.js`;
  if (!existsSync(join(directory, file)))
    throw new CommandError(`${id}: its bundle has no ${file} for handler ${handler}`);
}

function variables(template: Template, id: string, { Environment }: FunctionProperties): Record<string, string> {
  const resolve = (name: string, value: unknown): string => {
    if (typeof value === 'string') return value;
    if (v.is(Ref, value) && template.Resources[value.Ref]?.Type === 'AWS::DynamoDB::Table') return value.Ref;
    throw new CommandError(`${id}: the local stage cannot resolve ${JSON.stringify(value)}, the value of ${name}`);
  };
  return Object.fromEntries(Object.entries(Environment.Variables).map(([name, value]) => [name, resolve(name, value)]));
}

/** The variables that Lambda itself sets, as far as the functions and their libraries read them. */
function lambdaVariables(id: string, { Handler, Runtime }: FunctionProperties, directory: string) {
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_EXECUTION_ENV: `AWS_Lambda_${Runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: id,
    LAMBDA_TASK_ROOT: directory,
    _HANDLER: Handler,
    // The SDK would find the user's own AWS configuration there.
    HOME: directory,
  };
}
