import { LineFault } from './line-fault.ts';

/** What a text says in JSON. Throws a LineFault when it is none; the parser's own message repeats the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineFault('is not JSON');
  }
}
