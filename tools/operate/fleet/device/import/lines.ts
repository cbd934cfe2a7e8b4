import { OpenLine } from './open-line.ts';

/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  /** Undefined if they are too many to be those of a device. */
  readonly bytes: Buffer | undefined;
  /** Bytes of the file from its beginning to the end of the line. */
  readonly end: number;
}

const NEWLINE = 0x0a;

/**
 * The lines in the pieces of a file. Not those of `node:readline`: it holds lines of any length, ends them at characters
 * that JSON allows inside a text, and turns what is not UTF-8 into something that looks right.
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  const open = new OpenLine();
  let number = 0;
  let before = 0;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      open.add(piece.subarray(start, end));
      start = end + 1;
      yield { number: (number += 1), bytes: open.take(), end: before + start };
    }
    open.add(piece.subarray(start));
    before += piece.length;
  }
  if (!open.isEmpty) yield { number: number + 1, bytes: open.take(), end: before };
}
