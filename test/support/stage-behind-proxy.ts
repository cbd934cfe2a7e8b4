import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Assembly } from '../../tools/stage/assembly.ts';
import { startStage, type Stage } from '../../tools/stage/stage.ts';
import { devAssembly } from './assemblies.ts';
import { clear, startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { refuseSecrets } from './secrets.ts';
import { stage } from './stage.ts';

export interface StageBehindProxy extends Stage {
  readonly proxy: DatabaseProxy;
  /** Lines that the functions have logged. */
  readonly logs: string[];
  /** Rejects when the logs hold a secret. */
  close(): Promise<void>;
}

/**
 * The stack's functions and routes once more, on the tables of the shared stage, but with a proxy in between.
 * @param timeoutSeconds when functions are stopped, if not when the stack says
 */
export async function stageBehindProxy(timeoutSeconds?: number): Promise<StageBehindProxy> {
  const scope = new AsyncDisposableStack();
  const logs: string[] = [];
  const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
  const behind = await startStage(scope, {
    assembly: stoppedAfter(timeoutSeconds, await devAssembly()),
    engine: { endpoint: stage.dynamodbEndpoint },
    leftTables: 'kept',
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

/** Such a stage for the tests of a suite. Each begins without faults or recorded calls. */
export function stageBehindProxyOfSuite(): StageBehindProxy {
  const behind = {} as StageBehindProxy;
  beforeAll(async () => {
    Object.assign(behind, await stageBehindProxy());
  });
  beforeEach(() => {
    clear(behind.proxy);
  });
  afterAll(() => behind.close());
  return behind;
}

function stoppedAfter(seconds: number | undefined, assembly: Assembly): Assembly {
  if (seconds === undefined) return assembly;
  const Resources = { ...assembly.template.Resources };
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (Type === 'AWS::Lambda::Function') Resources[id] = { Type, Properties: { ...Properties, Timeout: seconds } };
  }
  return { ...assembly, template: { ...assembly.template, Resources } };
}
