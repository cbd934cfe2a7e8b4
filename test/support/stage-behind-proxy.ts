import { startStage, type Stage } from '../../tools/stage/stage.ts';
import { devAssembly } from './assemblies.ts';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { refuseSecrets } from './secrets.ts';
import { stage } from './stage.ts';

export interface StageBehindProxy extends Stage {
  readonly proxy: DatabaseProxy;
  /** Lines that the functions have logged. */
  readonly logs: string[];
  /** Rejects when the logs hold a secret. */
  close(): Promise<void>;
}

/** The stack's functions and routes once more, on the tables of the shared stage, but with a proxy in between. */
export async function stageBehindProxy(): Promise<StageBehindProxy> {
  const scope = new AsyncDisposableStack();
  const logs: string[] = [];
  const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
  scope.defer(() => proxy.close());
  const behind = await startStage(scope, {
    assembly: await devAssembly(),
    engine: { endpoint: stage.dynamodbEndpoint },
    data: 'kept',
    proxy,
    onLog: (line) => logs.push(line),
  });
  return {
    ...behind,
    proxy,
    logs,
    close: async () => {
      await scope.disposeAsync();
      refuseSecrets(logs);
    },
  };
}
