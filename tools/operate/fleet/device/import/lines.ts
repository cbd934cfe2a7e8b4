/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  /** Without the line ending; undefined if the line is too long to be a device's. */
  readonly bytes: Buffer | undefined;
}

/** What is wrong with a line, in words that quote nothing of it, since it may hold secrets. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
}

/** DynamoDB takes items of 400 KB; a line longer than this is not kept in memory, however long it is. */
const LONGEST_BYTES = 256 * 1024;

/**
 * Splits the pieces of a file into lines, which end with LF, CR LF or CR. Not `node:readline`: it holds lines of any
 * length, splits at characters that JSON allows inside a string, and turns what is not UTF-8 into something that looks
 * right.
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let open = '';
  for await (const piece of pieces) {
    // Latin-1 preserves each byte. A CR at the end of a piece may be the first half of CR LF.
    const lines = (open + piece.toString('latin1')).split(/\r\n|\n|\r(?!$)/);
    // Of a line that is too long, only the end is kept: it stays too long, and keeps its CR.
    open = lines.pop()?.slice(-LONGEST_BYTES - 2) ?? '';
    for (const line of lines) yield { number: (number += 1), bytes: bytesOf(line) };
  }
  if (open !== '') yield { number: number + 1, bytes: bytesOf(open.replace(/\r$/, '')) };
}

function bytesOf(line: string): Buffer | undefined {
  return line.length > LONGEST_BYTES ? undefined : Buffer.from(line, 'latin1');
}
