import type { Answer } from '../../functions/http/answer.ts';
import { functionDefinitions } from '../../tools/stage/functions/function-definition.ts';
import { startFunctions } from '../../tools/stage/functions/functions.ts';
import { functionBehind } from '../../tools/stage/routes.ts';
import { devAssembly } from './assemblies.ts';
import { holdAnswerToContract } from './contract.ts';
import { UPGRADE_PATH } from './stage.ts';

export interface OneFunction {
  invoke(event: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Runs the bundle of start-upgrade in a worker, on this database and with these variables. Answers are checked. */
export async function startUpgradeOn(endpoint: string, env: Record<string, string> = {}): Promise<OneFunction> {
  const assembly = await devAssembly();
  const scope = new AsyncDisposableStack();
  const definitions = functionDefinitions(assembly, endpoint).map((one) => ({ ...one, env: { ...one.env, ...env } }));
  const functions = startFunctions(scope, definitions, () => undefined);
  const id = functionBehind(assembly.template, `POST ${UPGRADE_PATH}`);
  return {
    invoke: async (event) => {
      const answer = (await functions.invoke(id, event)) as Answer;
      holdAnswerToContract({ method: 'POST', path: UPGRADE_PATH }, answer);
      return answer;
    },
    close: () => scope.disposeAsync(),
  };
}
