// The list of all pages, docs/README.md: the only place that says for which kind of reader a page is.

/** A kind of reader, and the pages for this kind in the order in which they are read. */
export interface Reader {
  /** Name in addresses, and the anchor of the section in the list: `storefront`. */
  readonly id: string;
  readonly name: string;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
}

/** The pages whose files are not in `docs/`: READMEs of what a storefront uses. */
const readmes: ReadonlyMap<string, string> = new Map([
  ['typed-client', 'clients/typescript/README.md'],
  ['react', 'clients/react/README.md'],
  ['nextjs', 'examples/next/README.md'],
]);
/** The page with the list of all pages. */
export const contentsPage = 'README';

/** Returns the file of a page, relative to the root of the project. */
export function fileOf(page: string): string {
  return readmes.get(page) ?? `docs/${page}.md`;
}

/** Returns the name of the page that shows a file. Returns null if the file is not in the documents. */
export function pageWith(file: string): string | null {
  const [readme] = [...readmes].find(([, path]) => path === file) ?? [];
  const [, page = null] = /^docs\/(.+)\.md$/.exec(file) ?? [];
  return readme ?? page;
}

/**
 * Returns the kinds of readers with their pages, from the text of docs/README.md. A section of this text is a kind of
 * reader. An entry of a list that begins with a link is a page.
 */
export function readersOf(contents: string): readonly Reader[] {
  const [, ...sections] = contents.split(/^## /m);
  return sections.map((section) => {
    const [name = '', ...lines] = section.split('\n');
    const pages = lines.flatMap((line) => {
      const [, title = '', link = ''] = /^- \[([^[\]]+)\]\(([^()]+)\)/.exec(line) ?? [];
      const path = link === '' ? null : pageWith(new URL(link, 'file:///docs/').pathname.slice(1));
      return path === null ? [] : [{ path, title }];
    });
    return { id: name.toLowerCase().replaceAll(' ', '-'), name, pages };
  });
}
