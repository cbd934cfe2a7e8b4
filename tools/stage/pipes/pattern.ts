import * as v from 'valibot';
import { CommandError } from '../../command-line.ts';
import { isObject, valueAt } from './fields.ts';

type Test = (value: unknown) => boolean;

/** The operators that the stack uses. Others are refused rather than guessed at. */
const MatcherSchema = v.union([v.string(), v.strictObject({ exists: v.boolean() })]);
const MatchersSchema = v.pipe(v.array(MatcherSchema), v.minLength(1));

/**
 * Whether an event matches an EventBridge pattern, given as its JSON text: each field that it names has one of the
 * values that it lists. Throws a CommandError when the pattern uses an operator that the stack does not.
 */
export function compilePattern(text: string): Test {
  const pattern: unknown = JSON.parse(text);
  if (!isObject(pattern)) throw refusalOf(pattern);
  return compileFields(pattern);
}

function compileFields(pattern: Readonly<Record<string, unknown>>): Test {
  const tests = Object.entries(pattern).map(([field, expected]): Test => {
    // Operators on fields begin like this, above all `$or`.
    if (field.startsWith('$')) throw refusalOf(pattern);
    const test = isObject(expected) ? compileFields(expected) : compileMatchers(expected);
    return (event) => test(valueAt(event, [field]));
  });
  return (event) => tests.every((test) => test(event));
}

function compileMatchers(matchers: unknown): Test {
  const { success, output } = v.safeParse(MatchersSchema, matchers);
  if (!success) throw refusalOf(matchers);
  return (value) => output.some((matcher) => matches(matcher, value));
}

/** EventBridge flattens an event to paths and values: an object with fields does not itself exist. */
function matches(matcher: v.InferOutput<typeof MatcherSchema>, value: unknown): boolean {
  if (typeof matcher === 'string') return value === matcher;
  return matcher.exists === (value !== undefined && !isObject(value));
}

function refusalOf(part: unknown): CommandError {
  return new CommandError(`Events are matched here by exact texts and "exists" alone, not by ${JSON.stringify(part)}`);
}
