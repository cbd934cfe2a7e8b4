import * as v from 'valibot';
import { compilePattern } from '../pipes/pattern.ts';
import { CommandError } from '../../command-line.ts';
import { ArnOf, functionsByAlias, Ref, resourcesOf, type Template } from '../template.ts';

/** A rule of the bus: which events invoke which function. */
export interface Rule {
  /** Logical id of the function. */
  readonly functionId: string;
  readonly matches: (event: object) => boolean;
}

/** A rule of time: how often which function is invoked. */
export interface Schedule {
  readonly functionId: string;
  readonly everyMs: number;
}

const TargetSchema = v.strictObject({
  Id: v.string(),
  Arn: Ref,
  // How long AWS tries, and what it keeps. Here three attempts are made, of a schedule one, and a line says what was given up.
  RetryPolicy: v.optional(v.unknown()),
  DeadLetterConfig: v.optional(v.object({ Arn: ArnOf })),
});

// Strict, so that an input of its own is not ignored.
const ofAll = {
  Description: v.optional(v.string()),
  State: v.literal('ENABLED'),
  Tags: v.optional(v.unknown()),
  Targets: v.array(TargetSchema),
};

const BusRuleSchema = v.strictObject({
  ...ofAll,
  EventBusName: Ref,
  EventPattern: v.record(v.string(), v.unknown()),
});

const ScheduleSchema = v.strictObject({
  ...ofAll,
  ScheduleExpression: v.pipe(
    v.string(),
    v.regex(/^rate\(\d+ minutes?\)$/),
    v.transform((rate) => parseInt(rate.slice('rate('.length)) * 60_000),
  ),
});

const RuleSchema = v.lazy((rule) =>
  v.is(v.object({ ScheduleExpression: v.unknown() }), rule) ? ScheduleSchema : BusRuleSchema,
);

/** The rules of the template, from its bus to functions. Throws a CommandError that names a rule which is unknown here. */
export function rulesOf(template: Template): readonly Rule[] {
  return targetsOf(template).flatMap(({ id, functionId, rule }) =>
    'EventPattern' in rule ? [{ functionId, matches: patternOf(id, rule.EventPattern) }] : [],
  );
}

/** The schedules of the template. Throws as {@link rulesOf}. */
export function schedulesOf(template: Template): readonly Schedule[] {
  return targetsOf(template).flatMap(({ functionId, rule }) =>
    'EventPattern' in rule ? [] : [{ functionId, everyMs: rule.ScheduleExpression }],
  );
}

/** All rules, with each function that they lead to. */
function targetsOf(template: Template) {
  const functions = functionsByAlias(template);
  return resourcesOf(template, 'AWS::Events::Rule', RuleSchema).flatMap(({ id, properties: rule }) =>
    rule.Targets.map(({ Arn }) => {
      const functionId = functions.get(Arn);
      if (functionId === undefined) throw new CommandError(`${id}: it leads to no function of the template`);
      return { id, functionId, rule };
    }),
  );
}

function patternOf(id: string, pattern: object): Rule['matches'] {
  try {
    return compilePattern(JSON.stringify(pattern));
  } catch (error) {
    throw new CommandError(`${id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
