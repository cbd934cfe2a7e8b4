import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { REGION } from './account.ts';
import type { Assembly } from './assembly.ts';
import { eventDelivery, startSchedules } from './bus/invocations.ts';
import { loadDemoData } from './demo-data/items.ts';
import { localDynamoDB } from './dynamodb.ts';
import { startEngine, type Engine } from './engine.ts';
import type { OnLog } from './functions/execution-environment.ts';
import { functionDefinitions, type FunctionDefinition } from './functions/function-definition.ts';
import { startFunctions, type Functions } from './functions/functions.ts';
import { startGateway, type OnRequest } from './gateway/gateway.ts';
import { Fleet } from './page/home/fleet.ts';
import { homePages } from './page/home/home-page.ts';
import { newestRollouts } from './page/home/rollout-list.ts';
import { referencePages } from './page/reference-page.ts';
import { startPipes, type OnEvent, type PipesOptions } from './pipes/start-pipes.ts';
import type { StageDescription } from './running-stages.ts';
import { createTables, tableNames, type LeftTables } from './tables.ts';
import type { Template } from './template.ts';

export interface StageOptions {
  /** The stack to serve. */
  readonly assembly: Assembly;
  /** An engine that is already running; without it, DynamoDB Local is started. */
  readonly engine?: Pick<Engine, 'endpoint'>;
  /** A proxy between the functions and the engine; everything else talks to the engine directly. */
  readonly proxy?: { readonly url: string };
  /** Changes a function: its variables, its database, its bundle. */
  readonly changeFunction?: (definition: FunctionDefinition) => FunctionDefinition;
  /** Whether tables that are there cause a CommandError, which is the default. Demo sessions are always put there, demo devices and firmwares if a table is missing. */
  readonly leftTables?: LeftTables;
  /** Called with each event that the pipes put on the bus; without it and `pages`, neither pipes nor rules of the bus run. */
  readonly onEvent?: OnEvent | undefined;
  /** Invokes functions by the schedules of the template, or after so many milliseconds each time; without it nobody does. */
  readonly schedules?: { readonly everyMs: number | undefined };
  /** Port on 127.0.0.1; the default, 0, takes any free one. */
  readonly port?: number;
  /** Called with each line of the functions' logs, and one when there are no events; without it they are dropped. */
  readonly onLog?: OnLog;
  readonly onRequest?: OnRequest;
  /** Serves the home page and the reference page besides the routes. */
  readonly pages?: boolean;
  /** Whether devices install what they are told to, which the home page says. */
  readonly simulated?: boolean;
}

export interface Stage extends StageDescription {
  readonly template: Template;
  readonly functions: Functions;
  /** A client of the engine itself, bypassing any proxy. */
  readonly documents: DynamoDBDocumentClient;
}

/**
 * Serves a synthesised stack on this machine until the scope ends: its tables, functions, routes and, if somebody takes
 * their events, pipes and the rules of the bus. Throws a CommandError when it cannot.
 */
export async function startStage(scope: AsyncDisposableStack, options: StageOptions): Promise<Stage> {
  const { assembly, onLog = () => undefined, onEvent } = options;
  const { template } = assembly;
  const { endpoint } = options.engine ?? (await startEngine(scope));
  const tables = tableNames(template);
  const client = scope.use(localDynamoDB(endpoint));
  const documents = DynamoDBDocumentClient.from(client);
  const isAnyNew = await createTables(template, client, options.leftTables);
  // Sessions that an earlier stage has put there expire. A stage may have been stopped while it made its tables; one that was stopped just
  // after, before its data, is not seen: --replace-tables helps.
  await loadDemoData(documents, tables, isAnyNew ? undefined : ['sessions']);
  const fleet = options.pages === true ? new Fleet(client, tables) : undefined;
  const database = options.proxy?.url ?? endpoint;
  const definitions = functionDefinitions(assembly, database).map((one) => options.changeFunction?.(one) ?? one);
  const functions = startFunctions(scope, definitions, onLog);
  const deliver = eventDelivery(scope, { template, functions, onTrouble: onLog });
  followStreams(scope, { template, endpoint, onTrouble: onLog }, fleet, onEvent, deliver);
  startSchedules(scope, options.schedules, { template, functions, onTrouble: onLog });
  const { port, onRequest, simulated } = options;
  const home = fleet && homePages(fleet, newestRollouts(client, tables), simulated === true);
  const pages = home && new Map([...(await home), ...(await referencePages())]);
  const { url } = await startGateway(scope, { template, functions, port, onRequest, onTrouble: onLog, pages });
  return { url, dynamodbEndpoint: endpoint, region: REGION, tables, template, functions, documents };
}

/** Starts the pipes, and hands over what they put on the bus, if anything else takes their events. */
function followStreams(
  scope: AsyncDisposableStack,
  options: Pick<PipesOptions, 'template' | 'endpoint' | 'onTrouble'>,
  fleet: Fleet | undefined,
  onEvent: OnEvent | undefined,
  deliver: OnEvent,
): void {
  if (!onEvent && !fleet) return;
  startPipes(scope, {
    ...options,
    onRecord: (record) => fleet?.onRecord(record),
    onEvent: (event) => {
      fleet?.onEvent(event);
      onEvent?.(event);
      deliver(event);
    },
  });
}
