import * as v from 'valibot';
import { StartError } from '../start-error.ts';
import { isObject, valueAt } from './fields.ts';

/** The operators that the stack uses. Any other is refused rather than guessed at. */
const MatcherSchema = v.union([v.string(), v.strictObject({ exists: v.boolean() })]);

type Matcher = v.InferOutput<typeof MatcherSchema>;
type Pattern = Readonly<{ [field: string]: Matcher[] | Pattern }>;

const PatternSchema: v.GenericSchema<Pattern> = v.pipe(
  v.record(v.string(), v.union([v.pipe(v.array(MatcherSchema), v.minLength(1)), v.lazy(() => PatternSchema)])),
  v.check((pattern) => Object.keys(pattern).every((field) => !field.startsWith('$'))),
);

/**
 * Whether an event matches an EventBridge pattern, given as its JSON text: each field that it names has one of the
 * values that it lists. Throws a StartError when the pattern uses an operator
 * that the stack does not.
 */
export function compilePattern(text: string): (event: unknown) => boolean {
  const { success, output: pattern } = v.safeParse(PatternSchema, JSON.parse(text));
  if (!success) throw new StartError(`Pipes are evaluated here by exact texts and "exists" alone, not by ${text}`);
  return (event) => matchesAll(pattern, event);
}

function matchesAll(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const value = valueAt(event, [field]);
    return Array.isArray(expected) ? expected.some((matcher) => matches(matcher, value)) : matchesAll(expected, value);
  });
}

/** EventBridge sees an event as a list of paths and values: what has fields of its own does not itself exist. */
function matches(matcher: Matcher, value: unknown): boolean {
  if (typeof matcher === 'string') return value === matcher;
  return matcher.exists === (value !== undefined && !isObject(value));
}
