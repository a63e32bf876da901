/** A pair of markers, such as `<!-- route GET /v2/cart -->` and `<!-- /route -->`, around generated text. */
export interface Block {
  readonly kind: 'route' | 'schema';
  /** The name of a route, such as `GET /v2/cart`, or the name of a schema. */
  readonly name: string;
}

const blockPattern = /<!-- (route|schema) (.+?) -->\n(?:.*?\n)??<!-- \/\1 -->/gs;
const markerPattern = /<!-- \/?(?:route|schema)\b.*?-->/g;

/** Returns the pairs of markers on a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(blockPattern)].map(([, kind, name = '']) => ({
    kind: kind as Block['kind'],
    name,
  }));
}

/** Returns the markers on a page that have no partner. */
export function strayMarkers(page: string): readonly string[] {
  return page.replaceAll(blockPattern, '').match(markerPattern) ?? [];
}

/** Replaces the text between each pair of markers with the text that `content` returns for the pair. */
export function filled(page: string, content: (blockPattern: Block) => string): string {
  return page.replaceAll(
    blockPattern,
    (_all, kind: Block['kind'], name: string) =>
      `<!-- ${kind} ${name} -->\n${content({ kind, name })}\n<!-- /${kind} -->`,
  );
}
