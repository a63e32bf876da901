/** A pair of markers in a page. */
export interface Block {
  readonly kind: 'route' | 'schema';
  /** `GET /v2/cart`, or the name of a schema. */
  readonly name: string;
}

const blockPattern = /<!-- (route|schema) (.+?) -->\n(?:.*?\n)??<!-- \/\1 -->/gs;
const markerPattern = /<!-- \/?(?:route|schema)\b.*?-->/g;

/** Returns the blocks of a page in order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(blockPattern)].map(([, kind, name = '']) => ({
    kind: kind as Block['kind'],
    name,
  }));
}

/** Returns unpaired markers. */
export function strayMarkers(page: string): readonly string[] {
  return page.replaceAll(blockPattern, '').match(markerPattern) ?? [];
}

/** Returns the page with new content in its blocks. */
export function filled(page: string, content: (blockPattern: Block) => string): string {
  return page.replaceAll(
    blockPattern,
    (_all, kind: Block['kind'], name: string) =>
      `<!-- ${kind} ${name} -->\n${content({ kind, name })}\n<!-- /${kind} -->`,
  );
}
