import { ExecutionEnvironment } from '../../tools/stage/execution-environment.ts';
import { functionDefinitions } from '../../tools/stage/function-definition.ts';
import type { Assembly } from '../../tools/stage/synthesise.ts';
import type { Answer } from '../../functions/http/answer.ts';

export interface OneFunction {
  invoke(event: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** The bundle of start-upgrade in a worker of its own, with a database elsewhere and, if given, other variables. */
export function startUpgradeOn(assembly: Assembly, endpoint: string, env: Record<string, string> = {}): OneFunction {
  const definition = functionDefinitions(assembly, endpoint).find(({ id }) => id.includes('StartUpgrade'));
  if (definition === undefined) throw new Error('the stack has no function for start-upgrade');
  const environment = new ExecutionEnvironment({ ...definition, env: { ...definition.env, ...env } }, () => undefined);
  return {
    invoke: async (event) => (await environment.invoke(event)) as Answer,
    close: () => environment.kill(),
  };
}
