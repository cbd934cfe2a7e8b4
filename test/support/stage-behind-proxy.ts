import { startFunctions } from '../../tools/stage/functions.ts';
import { startGateway } from '../../tools/stage/gateway.ts';
import type { Template } from '../../tools/stage/template.ts';
import { synthesise } from '../../tools/stage/synthesise.ts';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { refuseSecrets } from './secrets.ts';
import { stage } from './stage.ts';

export interface StageBehindProxy {
  readonly url: string;
  readonly proxy: DatabaseProxy;
  readonly template: Template;
  /** Lines that the functions have logged. */
  readonly logs: string[];
  /** Rejects when the logs hold a secret. */
  close(): Promise<void>;
}

/** The stack's functions and routes once more, on the tables of the shared stage, but with a proxy in between. */
export async function stageBehindProxy(): Promise<StageBehindProxy> {
  const logs: string[] = [];
  const assembly = await synthesise();
  const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
  const functions = startFunctions({ assembly, endpoint: proxy.url, onLog: (line) => logs.push(line) });
  const gateway = await startGateway({ template: assembly.template, functions, port: 0 });
  return {
    url: gateway.url,
    proxy,
    template: assembly.template,
    logs,
    close: async () => {
      await gateway.close();
      await functions.close();
      await proxy.close();
      await assembly.close();
      refuseSecrets(logs);
    },
  };
}
