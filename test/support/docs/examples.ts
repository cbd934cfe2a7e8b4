import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf, requireProgram } from './programs.ts';
import type { Rule } from './test-document.ts';

/** The client as the package offers it, without packing it: another test does that. */
const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href;

/** A program for Node, as a module. */
export function inNode(folder: string): Rule {
  return async ({ text }) => outputOf(process.execPath, [await file(folder, 'example.mjs', text)], folder);
}

/** A program for Node that imports the client. */
export function withClient(folder: string): Rule {
  return async ({ text }) => {
    const program = text.replace(`'stream-fleet-client'`, `'${CLIENT}'`);
    return outputOf(process.execPath, [await file(folder, 'example.mts', program)], folder);
  };
}

/** A program for Python. */
export function inPython(folder: string): Rule {
  return async ({ text }) => {
    requireProgram('python3');
    return outputOf('python3', [await file(folder, 'example.py', text)], folder);
  };
}

async function file(folder: string, name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}
