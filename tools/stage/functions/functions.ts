import { ExecutionEnvironment, type OnLog } from './execution-environment.ts';
import { functionDefinitions, type FunctionDefinition } from './function-definition.ts';
import type { Assembly } from '../assembly.ts';

export interface FunctionsOptions {
  readonly assembly: Assembly;
  /** URL of the DynamoDB engine that the functions see. */
  readonly endpoint: string;
  readonly onLog: OnLog;
  /** Changes a function for a test: its variables, its database, its bundle. */
  readonly changeFunction?: ((definition: FunctionDefinition) => FunctionDefinition) | undefined;
}

/** The functions of the stack, by logical id. An unknown id is the caller's error. */
export interface Functions {
  /** Resolves to what the handler returns. Rejects as soon as it throws, times out, or its worker ends. */
  invoke(id: string, event: unknown): Promise<unknown>;
  /** Stops the worker of a function abruptly; what is in flight fails, and the next invocation starts a new worker. */
  kill(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a worker for each function. Throws a StartError when the template needs something that is not available here. */
export function startFunctions({ assembly, endpoint, onLog, changeFunction }: FunctionsOptions): Functions {
  const definitions = new Map(
    functionDefinitions(assembly, endpoint)
      .map((definition) => changeFunction?.(definition) ?? definition)
      .map((definition) => [definition.id, definition]),
  );
  const environments = new Map<string, ExecutionEnvironment>();
  let closed = false;

  const start = (id: string): ExecutionEnvironment => {
    if (closed) throw new Error('the functions are closed');
    const environment = new ExecutionEnvironment(known(definitions, id), onLog);
    environments.set(id, environment);
    return environment;
  };
  const running = (id: string): ExecutionEnvironment => {
    const environment = environments.get(id);
    return environment === undefined || environment.ended ? start(id) : environment;
  };

  for (const id of definitions.keys()) start(id);
  return {
    invoke: async (id, event) => running(id).invoke(event),
    kill: async (id) => environments.get(known(definitions, id).id)?.kill(),
    close: async () => {
      closed = true;
      await Promise.all([...environments.values()].map((environment) => environment.kill()));
    },
  };
}

function known(definitions: ReadonlyMap<string, FunctionDefinition>, id: string): FunctionDefinition {
  const definition = definitions.get(id);
  if (definition === undefined) throw new Error(`the stack has no function ${id}`);
  return definition;
}
