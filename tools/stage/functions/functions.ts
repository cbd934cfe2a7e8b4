import { ExecutionEnvironment, type OnLog } from './execution-environment.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The functions of the stack, by logical id. An unknown id is the caller's error. */
export interface Functions {
  /** Resolves to what the handler returns. Rejects as soon as it throws, times out, or its worker ends. */
  invoke(id: string, event: unknown): Promise<unknown>;
  /** Stops the worker of a function abruptly; what is in flight fails, and the next invocation starts a new worker. */
  kill(id: string): Promise<void>;
}

/** Runs functions, each in a worker that starts with its first invocation. All end with the scope, and then no more start. */
export function startFunctions(
  scope: AsyncDisposableStack,
  definitions: readonly FunctionDefinition[],
  onLog: OnLog,
): Functions {
  const environments = new Map<string, ExecutionEnvironment>();

  function start(id: string): ExecutionEnvironment {
    const definition = definitions.find((one) => one.id === id);
    if (definition === undefined) throw new Error(`the stack has no function ${id}`);
    if (scope.disposed) throw new Error('the functions are closed');
    return new ExecutionEnvironment(definition, onLog);
  }

  function running(id: string): ExecutionEnvironment {
    const environment = environments.get(id);
    if (environment?.ended === false) return environment;
    const another = start(id);
    environments.set(id, another);
    return another;
  }

  scope.defer(async () => {
    await Promise.all([...environments.values()].map((environment) => environment.kill()));
  });
  return {
    invoke: async (id, event) => running(id).invoke(event),
    kill: async (id) => environments.get(id)?.kill(),
  };
}
