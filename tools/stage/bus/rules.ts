import * as v from 'valibot';
import { Invoked, invokedFunctions } from '../invoked-function.ts';
import { compilePattern } from '../pipes/pattern.ts';
import { StartError } from '../start-error.ts';
import { ArnOf, Ref, resourcesOf, type Template } from '../template.ts';

/** A rule of the bus: which events invoke which function. */
export interface Rule {
  /** Logical id of the function. */
  readonly functionId: string;
  readonly matches: (event: object) => boolean;
}

const TargetSchema = v.strictObject({
  Id: v.string(),
  Arn: Invoked,
  // How long AWS tries, and what it keeps. Here three attempts are made, and a line says what was given up.
  RetryPolicy: v.optional(v.unknown()),
  DeadLetterConfig: v.optional(v.object({ Arn: ArnOf })),
});

// Strict, so that a schedule or an input of its own is not ignored.
const RuleSchema = v.strictObject({
  Description: v.optional(v.string()),
  EventBusName: Ref,
  EventPattern: v.record(v.string(), v.unknown()),
  State: v.literal('ENABLED'),
  Tags: v.optional(v.unknown()),
  Targets: v.array(TargetSchema),
});

/** The rules of the template, from its bus to functions. Throws a StartError that names a rule which is unknown here. */
export function rulesOf(template: Template): readonly Rule[] {
  const functionOf = invokedFunctions(template);
  return resourcesOf(template, 'AWS::Events::Rule', RuleSchema).flatMap(({ id, properties }) => {
    const matches = patternOf(id, properties.EventPattern);
    return properties.Targets.map(({ Arn }) => {
      const functionId = functionOf(Arn);
      if (functionId === undefined) throw new StartError(`${id}: it leads to no function of the template`);
      return { functionId, matches };
    });
  });
}

function patternOf(id: string, pattern: object): Rule['matches'] {
  try {
    return compilePattern(JSON.stringify(pattern));
  } catch (error) {
    throw new StartError(`${id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
