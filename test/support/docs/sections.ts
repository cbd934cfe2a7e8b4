import { textOf } from './documents.ts';

/** What stands under a heading, up to the next of the same or a higher level. Throws when there is no such heading. */
export function sectionOf(document: string, heading: string): string {
  const lines = textOf(document).split('\n');
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line !== heading);
  if (start === -1) throw new Error(`${document} has no heading "${heading}"`);
  const level = levelOf(lines[start] ?? '');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => levelOf(line) >= 1 && levelOf(line) <= level);
  return rest.slice(0, end === -1 ? rest.length : end).join('\n');
}

function levelOf(line: string): number {
  return /^#+(?= )/.exec(line)?.[0].length ?? 0;
}

/** The rows of the tables in a text, less heads: their cells, trimmed. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.filter((line, index) => !isRule(line) && !isRule(lines[index + 1] ?? ''));
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The line between the head of a table and its rows. */
function isRule(line: string): boolean {
  return /^\| -{2,}/.test(line);
}
