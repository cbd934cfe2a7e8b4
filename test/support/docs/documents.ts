/** Reads the documents of the project. Prettier keeps them in one form, so expressions find what a parser would. */
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

/** A code block of a document. */
export interface Block {
  /** Path of the document, from the root of the project. */
  readonly document: string;
  /** Its heading and its language: `Retrying: js`; the second one there is `Retrying: js 2`. */
  readonly name: string;
  /** `text` when none is given. */
  readonly language: string;
  readonly text: string;
}

/** A heading, or a fenced block, in which a line that begins with `#` is no heading. */
const HEADING_OR_BLOCK =
  /^(?<level>#+) (?<heading>.+)$|^(?<indent> *)```(?<language>\w*)\n(?<code>[^]*?)^\k<indent>```$/gm;

/** The code blocks of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const blocks: Block[] = [];
  const seen = new Map<string, number>();
  let heading = '';
  for (const { groups = {} } of textOf(document).matchAll(HEADING_OR_BLOCK)) {
    heading = groups['heading'] ?? heading;
    if (groups['code'] === undefined) continue;
    const language = groups['language'] === '' ? 'text' : (groups['language'] ?? '');
    const name = `${heading}: ${language}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const text = groups['code'].replaceAll(new RegExp(`^${groups['indent'] ?? ''}`, 'gm'), '');
    blocks.push({ document, name: count === 1 ? name : `${name} ${String(count)}`, language, text });
  }
  return blocks;
}

/** The text under a heading, up to the next of the same or a higher level. Throws when there is no such heading. */
export function sectionOf(document: string, heading: string): string {
  const text = textOf(document);
  const all = [...text.matchAll(HEADING_OR_BLOCK)].filter(({ groups }) => groups?.['heading'] !== undefined);
  const start = all.findIndex(({ groups }) => groups?.['heading'] === heading);
  const found = all[start];
  if (found === undefined) throw new Error(`${document} has no heading "${heading}"`);
  const levelOf = ({ groups }: RegExpExecArray) => groups?.['level']?.length ?? 0;
  const end = all.slice(start + 1).find((next) => levelOf(next) <= levelOf(found))?.index;
  return text.slice(found.index + found[0].length, end);
}

/** The rows of the tables in a text, without their heads: the text of each cell. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const isRule = (line = '') => line.startsWith('| -');
  const rows = lines.filter((line, at) => line.startsWith('| ') && !isRule(line) && !isRule(lines[at + 1]));
  return rows.map((row) => row.slice(1, -1).split('|')).map((cells) => cells.map((cell) => cell.trim()));
}
