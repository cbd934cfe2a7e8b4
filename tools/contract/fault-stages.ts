import { Environment } from '../../functions/config/environment.ts';
import { startFaultProxy, type FaultProxy } from '../stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../stage/database-proxy/outcome.ts';
import { startGateway } from '../stage/gateway/gateway.ts';
import { freePort } from '../stage/listen.ts';
import { startStage, type StageOptions } from '../stage/stage.ts';
import type { StageName } from './cases/case.ts';

/** Settings of a stage behind a front whose secret nobody knows. */
const FRONT = { [Environment.originSecretHashes]: '0'.repeat(64) };

/** The stack, and the engine on which it is served if not on one of its own. */
export type Served = Pick<StageOptions, 'assembly' | 'engine'>;

/**
 * Starts a local stage with the demo data and, on its tables, stages with one fault each, until the scope ends.
 * @returns their base URLs
 */
export async function startStages(
  scope: AsyncDisposableStack,
  served: Served,
): Promise<Readonly<Record<StageName, string>>> {
  const { assembly } = served;
  const well = await startStage(scope, served);
  const { template, functions } = well;
  const engine = { endpoint: well.dynamodbEndpoint };
  const withFault = async (fault: Pick<StageOptions, 'proxy' | 'changeFunction'>) =>
    (await startStage(scope, { assembly, engine, leftTables: 'kept', ...fault })).url;
  const withInvoke = async (invoke: typeof functions.invoke) =>
    (await startGateway(scope, { template, functions: { invoke }, port: 0 })).url;

  return {
    demo: well.url,
    unreachableTables: await withFault({ proxy: { url: `http://127.0.0.1:${String(await freePort())}` } }),
    refusedWrites: await withFault({ proxy: await withoutWrites(scope, engine.endpoint) }),
    noSettings: await withFault({ changeFunction: ({ env, ...rest }) => ({ ...rest, env: withoutSettings(env) }) }),
    behindFront: await withFault({ changeFunction: ({ env, ...rest }) => ({ ...rest, env: { ...env, ...FRONT } }) }),
    brokenFunction: await withInvoke(() => Promise.reject(new Error('broken'))),
    otherPayload: await withInvoke((id) => functions.invoke(id, { version: '1.0' })),
  };
}

async function withoutWrites(scope: AsyncDisposableStack, endpoint: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(scope, endpoint);
  proxy.intervene = ({ operation }, forward) =>
    operation === 'BatchExecuteStatement' ? Promise.resolve(databaseError('AccessDeniedException')) : forward();
  return proxy;
}

function withoutSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const settings = new Set<string>(Object.values(Environment));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.has(name)));
}
