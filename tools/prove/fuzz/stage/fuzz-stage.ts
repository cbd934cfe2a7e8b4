import { startFunctions } from '../../../stage/functions.ts';
import { routesOf } from '../../../stage/routes.ts';
import { synthesise } from '../../../stage/synthesise.ts';
import { tableNames, type TableNames } from '../../../stage/tables.ts';
import type { Template } from '../../../stage/template.ts';
import { populate } from './population.ts';

/** Both operations, as the answers and the command line name them. */
export const OPERATIONS = ['start-upgrade', 'getStreamServersList'] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The bundles of the stack on an engine whose tables exist, with the fuzzer's callers and devices. */
export interface FuzzStage {
  readonly endpoint: string;
  readonly tables: TableNames;
  /** Lines that the functions logged, metrics included, since the stage was started. */
  readonly logs: readonly string[];
  /** What the bundle returns for an event, past the gateway: no other part checks or mends it. */
  invoke(operation: Operation, event: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the functions, not the engine. */
export async function startFuzzStage(endpoint: string): Promise<FuzzStage> {
  const logs: string[] = [];
  const assembly = await synthesise();
  const tables = tableNames(assembly.template);
  await populate(endpoint, tables);
  const ids = functionIds(assembly.template);
  const functions = startFunctions({ assembly, endpoint, onLog: (line) => logs.push(line) });
  return {
    endpoint,
    tables,
    logs,
    invoke: (operation, event) => functions.invoke(ids[operation], event),
    close: async () => {
      await functions.close();
      await assembly.close();
    },
  };
}

function functionIds(template: Template): Record<Operation, string> {
  const idOf = (part: string) => routesOf(template).find(({ key }) => key.includes(part))?.functionId ?? part;
  return { 'start-upgrade': idOf('/upgrade/start'), getStreamServersList: idOf('getStreamServersList') };
}
