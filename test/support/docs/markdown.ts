import GithubSlugger from 'github-slugger';
import { lexer, walkTokens, type MarkedToken, type Tokens } from 'marked';
import { textOf } from './documents.ts';

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

/** A link to a file of the project or to a heading. */
interface Link {
  /** Relative to the document; empty for the document itself. */
  readonly path: string;
  /** Without its `#`; empty for the whole file. */
  readonly anchor: string;
}

/** The code blocks of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const blocks: Block[] = [];
  const seen = new Map<string, number>();
  let heading = '';
  for (const token of tokensOf(document)) {
    if (token.type === 'heading') heading = token.text;
    if (token.type !== 'code') continue;
    const language = token.lang === undefined || token.lang === '' ? 'text' : token.lang;
    const name = `${heading}: ${language}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    blocks.push({ document, name: count === 1 ? name : `${name} ${String(count)}`, language, text: `${token.text}\n` });
  }
  return blocks;
}

/** The links of a document to files of the project and to headings. */
export function linksOf(document: string): readonly Link[] {
  const targets = tokensOf(document).flatMap((token) =>
    token.type === 'link' || token.type === 'image' ? [token.href] : [],
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path: decodeURIComponent(path), anchor };
    });
}

/** The anchors that GitHub gives the headings of a document. */
export function anchorsOf(document: string): readonly string[] {
  const slugger = new GithubSlugger();
  return tokensOf(document).flatMap((token) =>
    token.type === 'heading' ? [slugger.slug(token.text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))] : [],
  );
}

/** Source files that a document names in code, from the root of the project. */
export function filesNamedIn(document: string): readonly string[] {
  const named = /^(?:functions|infra|test|tools|client|\.github)\/[\w./-]+\.(?:ts|json|yml|md)$/;
  return tokensOf(document).flatMap((token) =>
    token.type === 'codespan' && named.test(token.text) ? [token.text] : [],
  );
}

/** The text under a heading, up to the next of the same or a higher level. Throws when there is no such heading. */
export function sectionOf(document: string, heading: string): string {
  const tokens = lexer(textOf(document));
  const start = tokens.findIndex((token) => isHeading(token) && token.text === heading);
  if (start === -1) throw new Error(`${document} has no heading "${heading}"`);
  const { depth } = tokens[start] as Tokens.Heading;
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex((token) => isHeading(token) && token.depth <= depth);
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map(({ raw }) => raw)
    .join('');
}

/** The rows of the tables in a text, without their heads: the text of each cell. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  return tokensIn(text).flatMap((token) =>
    token.type === 'table' ? token.rows.map((row: Tokens.TableCell[]) => row.map((cell) => cell.text)) : [],
  );
}

function isHeading(token: { type: string }): token is Tokens.Heading {
  return token.type === 'heading';
}

function tokensOf(document: string): readonly MarkedToken[] {
  return tokensIn(textOf(document));
}

/** All tokens of a text, each before those inside it. */
function tokensIn(text: string): readonly MarkedToken[] {
  const tokens: MarkedToken[] = [];
  void walkTokens(lexer(text), (token) => {
    tokens.push(token as MarkedToken);
  });
  return tokens;
}
