import * as v from 'valibot';
import { ArnOf, Ref, resourcesOf, type Template } from './template.ts';

/** How a template names a function that is invoked: by its ARN, or by a reference to an alias, which is an ARN too. */
export const Invoked = v.union([
  v.pipe(
    ArnOf,
    v.transform((functionId) => ({ functionId })),
  ),
  v.pipe(
    Ref,
    v.transform((aliasId) => ({ aliasId })),
  ),
]);

const AliasSchema = v.object({ FunctionName: Ref });

/** The logical id of the function that is named so. Versions are not distinguished here: an alias leads to the code of its function. */
export function invokedFunctions(template: Template): (invoked: v.InferOutput<typeof Invoked>) => string | undefined {
  const aliases = new Map(
    resourcesOf(template, 'AWS::Lambda::Alias', AliasSchema).map(({ id, properties }) => [id, properties.FunctionName]),
  );
  return (invoked) => ('aliasId' in invoked ? aliases.get(invoked.aliasId) : invoked.functionId);
}
