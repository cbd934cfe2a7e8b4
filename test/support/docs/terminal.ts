import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach } from '@jest/globals';
import { emptyFolder } from '../folders.ts';
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
  const folder = emptyFolder();
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

  const [variables, ofStage] = [join(folder, '.variables'), join(folder, '.names')];
  const Outputs = Object.entries(outputsOf('dev')).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stacks = { 'cloudformation describe-stacks': { Stacks: [{ Outputs }] } };
  beforeAll(async () => {
    Object.assign(answers, stacks);
    await paste('docs/operations.md', 'The names of a stage: sh');
    renameSync(variables, ofStage);
  });
  beforeEach(() => {
    for (const operation of Object.keys(answers)) Reflect.deleteProperty(answers, operation);
    Object.assign(answers, stacks);
    copyFileSync(ofStage, variables);
  });
  return { answers, paste, run };
}
