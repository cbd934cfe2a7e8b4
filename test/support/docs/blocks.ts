import { textOf } from './documents.ts';

/** A fenced block of a document. */
export interface Block {
  /** Path of the document, from the root of the project. */
  readonly document: string;
  /** The heading that it stands under and its language: `Retrying: js`; the second there is `Retrying: js 2`. */
  readonly name: string;
  /** `text` when none is given. */
  readonly language: string;
  readonly text: string;
}

const HEADING_OR_FENCE =
  /^#{1,6} (?<heading>.+)$|^(?<indent> *)```(?<language>\w*)[^\n`]*\n(?<text>[^]*?)^\k<indent>```$/gm;

/** Any fence, also of a form that is not read here. */
const FENCE = /^\s*(?:```|~~~)/gm;

/** The fenced blocks of a document, in order. Throws when there is a fence that is not understood. */
export function blocksOf(document: string): readonly Block[] {
  const blocks: Block[] = [];
  const content = textOf(document);
  let under = '';
  for (const { groups = {} } of content.matchAll(HEADING_OR_FENCE)) {
    const { heading, language, text = '' } = groups;
    if (heading !== undefined) under = heading;
    else blocks.push(block(document, under, language === '' ? 'text' : (language ?? ''), text, blocks));
  }
  const inside = blocks.reduce((sum, { text }) => sum + countOf(text), 0);
  if (countOf(content) - inside !== 2 * blocks.length)
    throw new Error(`${document} has a fence that no test understands`);
  return blocks;
}

function block(document: string, under: string, language: string, text: string, before: readonly Block[]): Block {
  const plain = `${under}: ${language}`;
  const same = before.filter(({ name }) => name === plain || name.startsWith(`${plain} `)).length;
  return { document, name: same === 0 ? plain : `${plain} ${String(same + 1)}`, language, text };
}

function countOf(text: string): number {
  return text.match(FENCE)?.length ?? 0;
}
