/** What is wrong with a line, in words that hold nothing of it: there may be secrets in it. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
}
