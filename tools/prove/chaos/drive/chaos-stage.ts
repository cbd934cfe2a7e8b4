import { synthesiseDev } from '../../../stage/assembly.ts';
import { routeKeyOf } from '../../../../functions/domain/operations.ts';
import { startEngine } from '../../../stage/engine.ts';
import type { FunctionDefinition } from '../../../stage/functions/function-definition.ts';
import { functionBehind } from '../../../stage/routes.ts';
import { startStage, type Stage, type StageOptions } from '../../../stage/stage.ts';
import { startFaultProxy, type FaultProxy } from '../../../stage/database-proxy/fault-proxy.ts';

export interface ChaosStage extends Stage {
  /** Stands between the functions and the engine. */
  readonly proxy: FaultProxy;
  /** Kills the worker of the upgrade function. */
  readonly kill: () => void;
}

/** By so much the clocks of the functions may be wrong. */
export const CLOCK_ERROR_MS = 200;

/** The stack to serve, and the engine; by default, the stack as it is on an engine of its own. */
export type StageOverrides = Partial<Pick<StageOptions, 'assembly' | 'changeFunction' | 'engine'>>;

/** Serves the stack behind a proxy, until the scope ends. */
export async function startChaosStage(
  scope: AsyncDisposableStack,
  overrides: StageOverrides = {},
): Promise<ChaosStage> {
  const assembly = overrides.assembly ?? (await synthesiseDev(scope));
  const engine = overrides.engine ?? (await startEngine(scope));
  const proxy = await startFaultProxy(engine.endpoint);
  scope.defer(() => proxy.close());
  const changeFunction = (definition: FunctionDefinition): FunctionDefinition => {
    const changed = overrides.changeFunction?.(definition) ?? definition;
    return { ...changed, env: { ...changed.env, CLOCK_ERROR_MS: String(CLOCK_ERROR_MS) } };
  };
  const stage = await startStage(scope, { assembly, engine, proxy, changeFunction });
  const functionId = functionBehind(stage.template, routeKeyOf('start-upgrade'));
  return { ...stage, proxy, kill: () => void stage.functions.kill(functionId) };
}
