import { runTool, type Run } from './black-box.ts';

interface JsonRun {
  readonly code: number;
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}

/** Runs the smoke check as npm does, with arguments and variables of the environment. */
export function smoke(...args: (string | Record<string, string>)[]): Promise<Run> {
  return runTool('operate/smoke', ...args);
}

/** The same with the report for machines. */
export async function smokeJson(...args: string[]): Promise<JsonRun> {
  const { code, output } = await smoke(...args, '--json');
  return { ...(JSON.parse(output) as JsonRun), code };
}

/** Which checks failed, by their places in the list. */
export function failingChecks({ checks }: JsonRun): number[] {
  return checks.flatMap(({ passed }, index) => (passed ? [] : [index]));
}
