import { parseTemplate } from '../../tools/stage/template.ts';
import type { StageOptions } from '../../tools/stage/stage.ts';
import { devAssembly } from './assemblies.ts';
import { stage } from './stage.ts';

/**
 * The stack once more, with tables of its own on the engine of the shared stage: starting another engine, which is slow
 * until its code is compiled, would cost seconds.
 * @param prefix of the names of its tables
 */
export async function onOwnTables(prefix: string): Promise<Pick<StageOptions, 'assembly' | 'engine'>> {
  const { template, assets } = await devAssembly();
  // The local names of tables are their logical ids.
  let text = JSON.stringify(template);
  for (const id of Object.values(stage.tables)) text = text.replaceAll(`"${id}"`, `"${prefix}${id}"`);
  const assembly = { template: parseTemplate(JSON.parse(text)), assets };
  return { assembly, engine: { endpoint: stage.dynamodbEndpoint } };
}
