/** Characters that do something but are not seen: they could end a line, hide what follows or turn it round. */
const INVISIBLE = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** GitHub shows nothing of a step's summary that is longer than 1 MiB. */
const LONGEST = 900_000;

/**
 * A text of unknown origin as Markdown that shows it, and nothing else: indented in a block that only a tag would end.
 * Throws when it is too long to be shown.
 */
export function plainText(text: string): string {
  const visible = text.replaceAll(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
  const escaped = visible.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '');
  const block = `<pre>\n${escaped.replaceAll(/^/gm, '    ')}\n</pre>\n`;
  if (Buffer.byteLength(block) > LONGEST) throw new Error('the text is too long to be shown: read it elsewhere');
  return block;
}
