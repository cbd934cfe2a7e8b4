import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from '@jest/globals';
import { outputsOf } from '../templates.ts';
import { standInForAws, type Answer } from './aws.ts';
import { blocksOf } from './documents.ts';
import { pasteIn } from './run.ts';

/** The answer to a command that AWS refuses. */
export const refused = (): never => {
  throw new Error('An error occurred (AccessDenied)');
};

/** The answers to a command one after the other; the last one to all that follow. */
export function inTurn(...replies: readonly unknown[]): Answer {
  const left = [...replies];
  return (options) => {
    const reply = left.length > 1 ? left.shift() : left[0];
    return typeof reply === 'function' ? (reply as (of: typeof options) => unknown)(options) : reply;
  };
}

/**
 * A terminal for a suite, with a stand-in for AWS's command line. Each test begins with the names of the stage `dev`, and
 * with no other answers: a test assigns its own. What fails does not stop the commands after it.
 */
export async function openTerminal() {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const answers: Record<string, Answer> = {};
  const aws = await standInForAws(answers);
  const run = pasteIn(folder, {}, aws.shell);

  /** Pastes a block of a document; resolves to its exit code, to what it printed, and to its calls. */
  async function paste(document: string, name: string, changed = (text: string) => text) {
    const text = blocksOf(document).find((block) => block.name === name)?.text;
    if (text === undefined) throw new Error(`${document} has no block "${name}"`);
    const before = aws.calls.length;
    const { code, stdout, stderr } = await run(changed(text));
    return { code, stdout, stderr, calls: aws.calls.slice(before) };
  }

  beforeEach(async () => {
    for (const operation of Object.keys(answers)) Reflect.deleteProperty(answers, operation);
    const Outputs = Object.entries(outputsOf('dev')).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
    answers['cloudformation describe-stacks'] = { Stacks: [{ Outputs }] };
    await paste('docs/operations.md', 'The names of a stage: sh');
  });
  return { answers, paste, run };
}
