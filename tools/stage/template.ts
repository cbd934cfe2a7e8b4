import * as v from 'valibot';
import { CommandError } from '../command-line.ts';

const TemplateSchema = v.object({
  Resources: v.record(
    v.string(),
    v.object({ Type: v.string(), Properties: v.optional(v.record(v.string(), v.unknown()), {}) }),
  ),
  Outputs: v.optional(v.record(v.string(), v.object({ Value: v.unknown() })), {}),
});

/** A CloudFormation template: resources and outputs by their logical ids. */
export type Template = v.InferOutput<typeof TemplateSchema>;

/** `{Ref: id}`, read as the logical id. */
export const Ref = v.pipe(
  v.strictObject({ Ref: v.string() }),
  v.transform((ref) => ref.Ref),
);

/** `{'Fn::GetAtt': [id, 'Arn']}`, read as the logical id. */
export const ArnOf = v.pipe(
  v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
  v.transform((arn) => arn['Fn::GetAtt'][0]),
);

/** @param what names it in the message of the CommandError that is thrown if it is none */
export function parseTemplate(json: unknown, what = 'The template'): Template {
  return parsePart(TemplateSchema, json, what);
}

/** Logical ids and validated properties of all resources of a type. Throws a CommandError that names what does not fit. */
export function resourcesOf<Schema extends v.GenericSchema>(
  template: Template,
  type: string,
  schema: Schema,
): { id: string; properties: v.InferOutput<Schema> }[] {
  return Object.entries(template.Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => ({ id, properties: parsePart(schema, resource.Properties, `${id} (${type})`) }));
}

/** Logical id of the resource that an output names by `Ref`. Throws a CommandError when there is no such output. */
export function outputRef(template: Template, name: string): string {
  return parsePart(Ref, template.Outputs[name]?.Value, `Output ${name}`);
}

/** Validates a part of the template, or what comes of it. Throws a CommandError that says where `what` does not fit. */
export function parsePart<S extends v.GenericSchema>(schema: S, part: unknown, what: string): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, part);
  if (success) return output;
  const [issue] = issues;
  const place = v.getDotPath(issue);
  throw new CommandError(
    `${what} is not what the local stage understands: ${place ? `${place}: ` : ''}${issue.message}`,
  );
}

const AliasSchema = v.object({ FunctionName: Ref });

/** The functions by the ids of their aliases, by which a template invokes them. A version leads to the code of its function. */
export function functionsByAlias(template: Template): ReadonlyMap<string, string> {
  return new Map(
    resourcesOf(template, 'AWS::Lambda::Alias', AliasSchema).map(({ id, properties }) => [id, properties.FunctionName]),
  );
}
