import { getDotPath, safeParse, type GenericSchema } from 'valibot';
import type { Answer, Check, ExpectedAnswer } from './check.ts';

/** What is wrong with an answer, a line each; none when it is as expected. */
export function faultsOf({ expectation }: Check, answer: Answer): readonly string[] {
  const expected = expectation.find(({ status }) => status === answer.status);
  if (expected === undefined) return [`HTTP ${String(answer.status)} is not an answer to this`];
  return [...headerFaults(expected.headers, answer.headers), ...bodyFaults(expected.body, answer.text)];
}

function headerFaults(expected: ExpectedAnswer['headers'], headers: Headers): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name, value]) => `${name} is ${headers.get(name) ?? 'missing'}, not ${value}`);
}

function bodyFaults(schema: GenericSchema, text: string): string[] {
  const { issues = [] } = safeParse(schema, parsed(text));
  return issues.map((issue) => `body ${getDotPath(issue) ?? ''}: ${issue.message}`);
}

/** Undefined, which no schema takes, when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
