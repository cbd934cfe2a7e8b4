import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadDemoData } from './demo-data/load.ts';
import { REGION } from './account.ts';
import { localDynamoDB } from './dynamodb.ts';
import { foreignEngine, startEngine } from './engine.ts';
import type { OnLog } from './execution-environment.ts';
import { startFunctions, type Functions } from './functions.ts';
import { startGateway } from './gateway.ts';
import { freePort } from './listen.ts';
import { startPipes, type OnEvent } from './pipes/start-pipes.ts';
import { loadReferencePage } from './page/reference-page.ts';
import { synthesise } from './synthesise.ts';
import { createTables, tableNames, type TableNames } from './tables.ts';

export interface LocalStageOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** URL of a DynamoDB engine to use; without it, DynamoDB Local is started. Its tables of the same names are replaced. */
  readonly dynamodbEndpoint?: string | undefined;
  /** Takes each line of the functions' logs, and one when there are no events; without it they are dropped. */
  readonly onLog?: OnLog;
  /** Takes each event that the pipes put on the bus; without it the pipes do not run. */
  readonly onEvent?: OnEvent;
  /** Whether the tables hold the demo data at the start; the default is true. */
  readonly demoData?: boolean;
  /** Path of a file that describes the stage while it runs: JSON of the StageDescription. */
  readonly stateFile?: string;
}

export interface StageDescription {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly dynamodbEndpoint: string;
  readonly region: string;
  readonly tables: TableNames;
}

export interface LocalStage extends StageDescription {
  readonly functions: Functions;
  /** Ends all that was started, last first. May be called again. */
  close(): Promise<void>;
}

/** Serves the dev stack on this machine. Throws a StartError when it cannot, and then leaves nothing running. */
export async function startLocalStage(options: LocalStageOptions): Promise<LocalStage> {
  const started = new AsyncDisposableStack();
  try {
    return await start(options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

async function start(options: LocalStageOptions, started: AsyncDisposableStack): Promise<LocalStage> {
  const { dynamodbEndpoint, onLog = () => undefined, onEvent, demoData = true, stateFile } = options;
  // What is likeliest to be amiss, the port and Java, shows before the slow parts.
  const port = await freePort(options.port);
  const { endpoint, ...engine } = dynamodbEndpoint ? await foreignEngine(dynamodbEndpoint) : await startEngine();
  started.defer(() => engine.close());
  const assembly = await synthesise();
  started.defer(() => assembly.close());
  const { template } = assembly;
  const tables = tableNames(template);
  await createTables({ template, endpoint });
  if (demoData) await fill(endpoint, tables);
  if (onEvent) {
    const pipes = startPipes({ template, endpoint, onEvent, onTrouble: onLog });
    started.defer(() => pipes.close());
  }
  const functions = startFunctions({ assembly, endpoint, onLog });
  started.defer(() => functions.close());
  const gateway = await startGateway({ template, functions, port, referencePage: await loadReferencePage() });
  started.defer(() => gateway.close());
  const description = { url: gateway.url, dynamodbEndpoint: endpoint, region: REGION, tables };
  if (stateFile) await publish(stateFile, description, started);
  return { ...description, functions, close: () => started.disposeAsync() };
}

async function fill(endpoint: string, tables: TableNames): Promise<void> {
  const client = localDynamoDB(endpoint);
  try {
    await loadDemoData(client, tables);
  } finally {
    client.destroy();
  }
}

async function publish(file: string, description: StageDescription, started: AsyncDisposableStack): Promise<void> {
  started.defer(() => rm(file, { force: true }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
}
