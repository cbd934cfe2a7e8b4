/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  /** Without its end; undefined if they are too many to be those of a device. */
  readonly bytes: Buffer | undefined;
}

/** What is wrong with a line, in words that hold nothing of it: there may be secrets in it. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
}

/** DynamoDB takes items of 400 KB; a line that is longer than this is not held, however long it goes on. */
const LONGEST_BYTES = 256 * 1024;

/**
 * The lines in the pieces of a file, which end with LF, CR LF or CR. Not those of `node:readline`: it holds lines of any
 * length, ends them at characters that JSON allows inside a text, and turns what is not UTF-8 into something that looks
 * right.
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let open = '';
  for await (const piece of pieces) {
    // Latin-1 keeps each byte. A CR at the end of a piece may be the first half of CR LF.
    const lines = (open + piece.toString('latin1')).split(/\r\n|\n|\r(?!$)/);
    // The end of one that is too long: it stays too long, and keeps its CR.
    open = lines.pop()?.slice(-LONGEST_BYTES - 2) ?? '';
    for (const line of lines) yield { number: (number += 1), bytes: bytesOf(line) };
  }
  if (open !== '') yield { number: number + 1, bytes: bytesOf(open.replace(/\r$/, '')) };
}

function bytesOf(line: string): Buffer | undefined {
  return line.length > LONGEST_BYTES ? undefined : Buffer.from(line, 'latin1');
}
