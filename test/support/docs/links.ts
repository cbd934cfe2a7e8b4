interface Link {
  /** Relative to the document; empty for the document itself. */
  readonly path: string;
  /** Without its `#`; empty for the whole file. */
  readonly anchor: string;
}

/** The links of a text to other files and to headings. */
export function linksIn(text: string): readonly Link[] {
  const targets = [...proseOf(text).matchAll(/\]\((?<target>[^)\s]+)\)/g)].map(
    ({ groups }) => groups?.['target'] ?? '',
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path: decodeURIComponent(path), anchor };
    });
}

/** The anchors of the headings of a text, as GitHub makes them: of those that are alike, all but the first get a number. */
export function anchorsOf(text: string): readonly string[] {
  const headings = [...withoutBlocks(text).matchAll(/^#{1,6} (?<heading>.+)$/gm)].map(
    ({ groups }) => groups?.['heading'] ?? '',
  );
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return anchors.map((anchor, index) => {
    const before = anchors.slice(0, index).filter((other) => other === anchor).length;
    return before === 0 ? anchor : `${anchor}-${String(before)}`;
  });
}

/** Source files that a text names from the root of the project, in code. */
export function filesNamedIn(text: string): readonly string[] {
  const named = text.matchAll(
    /`(?<path>(?:functions|infra|test|tools|client|\.github)\/[\w./-]+\.(?:ts|json|yml|md))`/g,
  );
  return [...named].map(({ groups }) => groups?.['path'] ?? '');
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[^]*?^ *```$/gm, '');
}

function proseOf(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
}
