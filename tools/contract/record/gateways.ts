import { Environment } from '../../../functions/config/environment.ts';
import { freePort } from '../../stage/listen.ts';
import { startFunctions, type Functions } from '../../stage/functions.ts';
import { startGateway } from '../../stage/gateway.ts';
import { startLocalStage } from '../../stage/stage.ts';
import { synthesise, type Assembly } from '../../stage/synthesise.ts';
import { withoutVariables, withVariable } from './assemblies.ts';
import type { GatewayName } from './sample.ts';

/** Where the stages to be recorded answer. */
export interface Gateways {
  readonly urls: Readonly<Record<GatewayName, string>>;
  close(): Promise<void>;
}

/** Starts a local stage with the demo data and, beside it, its functions once more with one thing wrong each. */
export async function startGateways(): Promise<Gateways> {
  const started = new AsyncDisposableStack();
  try {
    return { urls: await startAll(started), close: () => started.disposeAsync() };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

async function startAll(started: AsyncDisposableStack): Promise<Gateways['urls']> {
  const stage = await startLocalStage({ port: 0 });
  started.defer(() => stage.close());
  const assembly = await synthesise();
  started.defer(() => assembly.close());
  const serve = servedOn(started, assembly);
  const run = (other: Assembly, endpoint = stage.dynamodbEndpoint) => {
    const functions = startFunctions({ assembly: other, endpoint, onLog: () => undefined });
    started.defer(() => functions.close());
    return serve(functions);
  };
  return {
    well: stage.url,
    unreachableTables: await run(assembly, `http://127.0.0.1:${String(await freePort())}`),
    unreachableUpgrades: await run(withVariable(assembly, Environment.upgradesTable, 'NoSuchTable')),
    noSettings: await run(withoutVariables(assembly)),
    brokenFunction: await serve({ invoke: () => Promise.reject(new Error('broken')) }),
    otherPayload: await serve({ invoke: (id) => stage.functions.invoke(id, { version: '1.0' }) }),
  };
}

function servedOn(started: AsyncDisposableStack, { template }: Assembly) {
  return async (functions: Pick<Functions, 'invoke'>): Promise<string> => {
    const gateway = await startGateway({ template, functions, port: 0 });
    started.defer(() => gateway.close());
    return gateway.url;
  };
}
