import { blocksOf } from '../reference/markers.ts';

/** A route's text in the reference. */
export interface Prose {
  /** The file name of the page without its ending, such as `cart`. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Returns a text in which links between pages lead to the rendered pages. */
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

/** Returns the first paragraph below the title. */
export function openingOf(page: string, text: string): string {
  return withRenderedLinks(/^# .+\n\n([\s\S]+?)\n\n/m.exec(text)?.[1] ?? '', page);
}

/** Returns the text around each route's marker on the pages, by the route's name. Examples are left out. */
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

/** Returns a section's prose without its heading, generated blocks, examples and tables of schemas. */
function plain(section: string): string {
  return section
    .replace(/^## .*\n/, '')
    .replaceAll(/<!-- (route|schema) .+? -->[\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
