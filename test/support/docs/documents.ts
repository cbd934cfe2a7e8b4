import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const NOT_OURS = ['node_modules', '.git', '.local', 'cdk.out', 'coverage', 'dist'];

/** Paths of all documents, from the root of the project. */
export const documents: readonly string[] = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => NOT_OURS.includes(basename(path)),
}).sort();

/** The text of a document, or of any other file of the project. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
