import { readFile } from 'node:fs/promises';
import { type OwnAddress, ownExamples } from './addresses.ts';
import { contentsPage, fileOf, type Reader, readersOf } from './contents.ts';
import { escaped, pageOf, textOf } from './layout.ts';
import { rendered } from './markdown.ts';
import { found, hitOf, type Section, sectionsOf, wordsOf } from './search.ts';

/** The root folder of the project. */
const root = new URL('../../', import.meta.url);
/** Maximum number of results for one kind of reader: among those for all, and alone. */
const [maxAmongAll, maxAlone] = [8, 50];
/** A page with fewer sections has no table of contents. */
const minSections = 3;
/** The readers whose examples have the address of this shop. Other examples are about machines and other shops. */
const ownExamplesFor = 'storefront';

/** A page of the documents. */
interface Page {
  readonly title: string;
  readonly html: string;
  readonly reader: Reader;
}

const textOfFile = (page: string) => readFile(new URL(fileOf(page), root), 'utf8');

/** Returns the kinds of readers with their pages. */
export async function readReaders(): Promise<readonly Reader[]> {
  return readersOf(await textOfFile(contentsPage));
}

/**
 * The pages in docs/README.md, as HTML. Pages are looked up in a map, so the path of a request never reaches the file
 * system.
 */
export class Pages {
  readonly readers: readonly Reader[];
  readonly #contents: string;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #sections: ReadonlyMap<Reader, readonly Section[]>;

  private constructor(readers: readonly Reader[], contents: string, pages: ReadonlyMap<string, Page>) {
    this.readers = readers;
    this.#contents = contents;
    this.#pages = pages;
    const sections = [...pages].flatMap(([path, { title, html, reader }]) =>
      sectionsOf({ path, title, html }).map((section) => ({ reader, section })),
    );
    const byReader = Map.groupBy(sections, ({ reader }) => reader);
    this.#sections = new Map(
      [...byReader].map(([reader, all]) => [reader, all.map(({ section }) => section)]),
    );
  }

  static async read(own: OwnAddress): Promise<Pages> {
    const readers = await readReaders();
    const ownExample = ownExamples(own);
    const asWritten = (example: string) => example;
    const titles = new Map(readers.flatMap(({ pages }) => pages.map(({ path, title }) => [path, title])));
    const pages = readers.flatMap((reader) =>
      reader.pages.map(async ({ path }) => {
        const example = reader.id === ownExamplesFor ? ownExample : asWritten;
        const html = rendered(await textOfFile(path), path, { titles, example });
        const title = textOf(/^<h1 .*/.exec(html)?.[0] ?? path);
        return [path, { title, html, reader }] as const;
      }),
    );
    const contents = rendered(await textOfFile(contentsPage), contentsPage, { titles, example: asWritten });
    return new Pages(readers, contents, new Map(await Promise.all(pages)));
  }

  /** Returns the list of all pages, by readers. */
  contents(): string {
    const body = `<main class="guide">${this.#contents}</main>`;
    return pageOf({ title: 'Documents', body, readers: this.readers, current: '/docs' });
  }

  /** Returns a page as HTML. Returns null if there is no page with this path. */
  page(path: string): string | null {
    const page = this.#pages.get(path);
    if (page === undefined) return null;
    const { title, html, reader } = page;
    const [heading = '', text = ''] = html.split(/(?<=<\/h1>)\n/, 2);
    const body = `<div class="page">
<main class="guide">
<div class="title"><p class="reader">For: <a href="/docs#${reader.id}">${escaped(reader.name)}</a></p>
${heading}</div>
${contentsOf(html)}
<div class="text">${text}</div>
</main>
${pagesFor(reader, path)}
</div>`;
    return pageOf({ title, body, readers: this.readers, current: reader.id });
  }

  /**
   * Returns the page with the search results: the sections that contain all words of the query, by readers. With `chosen`,
   * only those for this kind of reader.
   */
  search(query: string, chosen: string | null): string {
    const words = wordsOf(query);
    const only = this.readers.find(({ id }) => id === chosen);
    const groups = (only ? [only] : this.readers).map((reader) => {
      const hits = found(this.#sections.get(reader) ?? [], words);
      const shown = hits.slice(0, only ? maxAlone : maxAmongAll).map((section) => hitOf(section, words));
      if (shown.length === 0) return '';
      const address = `/docs/search?q=${encodeURIComponent(query)}&amp;reader=${reader.id}`;
      const all =
        only || hits.length === shown.length
          ? ''
          : `<p><a href="${address}">All ${hits.length} results for: ${escaped(reader.name)}</a></p>`;
      return `<h2>${escaped(reader.name)}</h2><ul class="hits">${shown.join('\n')}</ul>${all}`;
    });
    const results = groups.join('') || '<p>No page has words that begin like these.</p>';
    const others = only
      ? `<p><a href="/docs/search?q=${encodeURIComponent(query)}">Results for all readers</a></p>`
      : '';
    const body = `<main class="guide"><h1>Search</h1>${others}${results}</main>`;
    return pageOf({ title: 'Search', query, body, readers: this.readers, current: only?.id ?? '' });
  }
}

/** Returns the table of contents of a page: links to its sections. Returns an empty text for a short page. */
function contentsOf(html: string): string {
  const headings = [...html.matchAll(/^<h([23]) id="([^"]*)">(.*)<\/h\1>/gm)];
  if (headings.length < minSections) return '';
  const links = headings.map(
    ([, depth = '', id = '', name = '']) =>
      `<li class="depth${depth}"><a href="#${id}">${escaped(textOf(name))}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p>
<ul>${links.join('\n')}</ul></nav>`;
}

/** Returns links to all pages for a kind of reader. */
function pagesFor({ name, pages }: Reader, here: string): string {
  const links = pages.map(({ path, title }) => {
    const mark = path === here ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${path}"${mark}>${escaped(title)}</a></li>`;
  });
  return `<nav class="pages" aria-label="Pages for: ${escaped(name)}"><p>${escaped(name)}</p>
<ul>${links.join('\n')}</ul></nav>`;
}
