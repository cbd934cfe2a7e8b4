import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { loadDemoData } from '../../../stage/demo-data/load.ts';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { startEngine } from '../../../stage/engine.ts';
import { startFunctions } from '../../../stage/functions.ts';
import { startGateway } from '../../../stage/gateway.ts';
import { routesOf } from '../../../stage/routes.ts';
import { synthesise, type Assembly } from '../../../stage/synthesise.ts';
import { createTables, tableNames, type TableNames } from '../../../stage/tables.ts';
import type { Template } from '../../../stage/template.ts';
import { startFaultProxy, type FaultProxy } from '../proxy/fault-proxy.ts';
import { UPGRADE_PATH } from './ask.ts';

export interface ChaosStage {
  /** URL of the API. */
  readonly url: string;
  readonly proxy: FaultProxy;
  readonly template: Template;
  /** URL of the engine itself, without the proxy. */
  readonly endpoint: string;
  readonly tables: TableNames;
  /** Goes past the proxy. */
  readonly documents: DynamoDBDocumentClient;
  /** Kills the worker of start-upgrade. */
  readonly kill: () => void;
}

/**
 * Serves the stack like the local stage, with demo data, on an engine of its own behind a proxy.
 * @param started takes what must be ended
 * @param assemble what is served: the stack as it is, or changed for the sake of a test
 */
export async function startChaosStage(
  started: AsyncDisposableStack,
  assemble: () => Promise<Assembly> = synthesise,
): Promise<ChaosStage> {
  const { endpoint, ...engine } = await startEngine();
  started.defer(() => engine.close());
  const assembly = await assemble();
  started.defer(() => assembly.close());
  const { template } = assembly;
  const tables = tableNames(template);
  await createTables({ template, endpoint });
  const client = localDynamoDB(endpoint);
  started.defer(() => {
    client.destroy();
  });
  await loadDemoData(client, tables);
  const proxy = await startFaultProxy(endpoint);
  started.defer(() => proxy.close());
  const functions = startFunctions({ assembly, endpoint: proxy.url, onLog: () => undefined });
  started.defer(() => functions.close());
  const gateway = await startGateway({ template, functions, port: 0 });
  started.defer(() => gateway.close());
  const functionId = routesOf(template).find(({ key }) => key === `POST ${UPGRADE_PATH}`)?.functionId ?? '';
  const documents = DynamoDBDocumentClient.from(client);
  return {
    url: gateway.url,
    proxy,
    template,
    endpoint,
    tables,
    documents,
    kill: () => void functions.kill(functionId),
  };
}
