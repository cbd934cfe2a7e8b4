import { synthesiseDev } from '../../../stage/assembly.ts';
import { routeKeyOf } from '../../../../functions/domain/operations.ts';
import { schedulesOf } from '../../../stage/bus/rules.ts';
import { startEngine } from '../../../stage/engine.ts';
import type { FunctionDefinition } from '../../../stage/functions/function-definition.ts';
import { functionBehind } from '../../../stage/routes.ts';
import { startStage, type StageOptions } from '../../../stage/stage.ts';
import { startFaultProxy } from '../../../stage/database-proxy/fault-proxy.ts';

export type ChaosStage = Awaited<ReturnType<typeof startChaosStage>>;

/** By so much the clocks of the functions may be wrong. */
export const CLOCK_ERROR_MS = 200;

/** The stack to serve, and the engine; by default, the stack as it is on an engine of its own. */
export type StageOverrides = Partial<Pick<StageOptions, 'assembly' | 'changeFunction' | 'engine'>>;

/** Serves the stack until the scope ends, with a proxy between the functions and the engine. */
export async function startChaosStage(scope: AsyncDisposableStack, overrides: StageOverrides = {}) {
  const assembly = overrides.assembly ?? (await synthesiseDev(scope));
  const engine = overrides.engine ?? (await startEngine(scope));
  const proxy = await startFaultProxy(scope, engine.endpoint);
  const changeFunction = (definition: FunctionDefinition): FunctionDefinition => {
    const changed = overrides.changeFunction?.(definition) ?? definition;
    return { ...changed, env: { ...changed.env, CLOCK_ERROR_MS: String(CLOCK_ERROR_MS) } };
  };
  const stage = await startStage(scope, { assembly, engine, proxy, changeFunction });
  const upgrade = functionBehind(stage.template, routeKeyOf('start-upgrade'));
  const advance = schedulesOf(stage.template)[0]?.functionId ?? '';
  return {
    ...{ ...stage, proxy },
    /** Kills a worker: of the upgrade function, or of the run over roll-outs if the operation is that of their transactions. */
    kill: (operation?: string) => void stage.functions.kill(operation === 'ExecuteTransaction' ? advance : upgrade),
    /** Invokes the run over roll-outs once, as the schedule does. Rejects when it fails. */
    run: () => stage.functions.invoke(advance, {}),
  };
}
