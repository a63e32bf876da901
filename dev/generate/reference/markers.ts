/** A pair of markers in a page and the position of its content. */
export interface Block {
  readonly kind: 'route' | 'schema';
  /** `GET /v2/cart`, or the name of a schema. */
  readonly name: string;
}

const block = /<!-- (route|schema) (.+?) -->\n(?:.*?\n)??<!-- \/\1 -->/gs;
const marker = /<!-- \/?(?:route|schema)\b.*?-->/g;

/** Returns the blocks of a page in order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(block)].map(([, kind, name = '']) => ({ kind: kind as Block['kind'], name }));
}

/** Returns unpaired markers. */
export function strayMarkers(page: string): readonly string[] {
  return page.replaceAll(block, '').match(marker) ?? [];
}

/** Returns the page with new content in its blocks. */
export function filled(page: string, content: (block: Block) => string): string {
  return page.replaceAll(
    block,
    (_all, kind: Block['kind'], name: string) =>
      `<!-- ${kind} ${name} -->\n${content({ kind, name })}\n<!-- /${kind} -->`,
  );
}
