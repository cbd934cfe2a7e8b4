import { runTool, type Run } from './run-tool.ts';

interface JsonRun {
  readonly code: number;
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}

/** Runs the smoke check as npm does, with arguments and variables of the environment. */
export function smoke(...args: (string | Record<string, string>)[]): Promise<Run> {
  const words = args.filter((arg) => typeof arg === 'string');
  const variables = Object.assign({}, ...args.filter((arg) => typeof arg !== 'string')) as Record<string, string>;
  return runTool('operate/smoke', words, { variables });
}

/** The same with the report as JSON. */
export async function smokeJson(...args: string[]): Promise<JsonRun> {
  const { code, output } = await smoke(...args, '--json');
  return { ...(JSON.parse(output) as JsonRun), code };
}

/** Which checks failed, by their places in the list. */
export function failingChecks({ checks }: JsonRun): number[] {
  return checks.flatMap(({ passed }, index) => (passed ? [] : [index]));
}
