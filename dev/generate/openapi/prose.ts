import { blocksOf } from '../reference/markers.ts';

/** The text about a route on a page of docs/reference. */
export interface Prose {
  /** The file name of the page without its ending, such as `cart`. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Returns a text in which links to Markdown pages lead to the pages that the gateway serves. */
function withRenderedLinks(text: string, page: string): string {
  return text.replaceAll(
    /\]\((?!https?:)((?:\.\.\/)*)([\w/-]*?)(?:\.md)?(#[\w-]+)?\)/g,
    (_all, up, name, anchor = '') => {
      const target = name === '' ? `reference/${page}` : up === '' ? `reference/${name}` : name;
      return `](/docs/${target}${anchor})`;
    },
  );
}

/** Returns the title of a page. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** Returns the first paragraph below the title of a page. */
export function openingOf(page: string, text: string): string {
  return withRenderedLinks(/^# .+\n\n([\s\S]+?)\n\n/m.exec(text)?.[1] ?? '', page);
}

/**
 * Returns the prose of each route, by the name of the route. The prose is the text of the section with the marker of
 * the route, such as `<!-- route GET /v2/cart -->`.
 */
export function proseOf(pages: Readonly<Record<string, string>>): ReadonlyMap<string, Prose> {
  const found = Object.entries(pages).flatMap(([file, text]) => {
    const page = file.replace(/\.md$/, '');
    const sections = text.split(/^(?=## )/m);
    return sections.flatMap((section) =>
      blocksOf(section)
        .filter(({ kind }) => kind === 'route')
        .map(
          ({ name }) =>
            [name, { page, title: titleOf(text), text: withRenderedLinks(plain(section), page) }] as const,
        ),
    );
  });
  return new Map(found);
}

/** Returns the text of a section without its heading, generated blocks, examples and tables of schemas. */
function plain(section: string): string {
  return section
    .replace(/^## .*\n/, '')
    .replaceAll(/<!-- (route|schema) .+? -->[\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
