import { readdir, readFile } from 'node:fs/promises';
import { escaped, pageOf } from './html.ts';
import { rendered } from './markdown.ts';
import { clientPage, fileOf } from './sources.ts';

/** The root folder of the project. */
const root = new URL('../../', import.meta.url);
/** The folder with all pages except the README of the typed client. */
const folder = new URL('docs/', root);
/** Maximum number of search results. */
const maxHits = 30;
/** Maximum number of words in a search query; further words are ignored. */
const maxWords = 8;

/** The section of a page from a heading to the next heading. */
interface Section {
  readonly address: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the text of rendered HTML, without tags. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function sectionsOf(path: string, html: string): readonly Section[] {
  return html.split(/(?=<h[1-3] )/).map((part) => {
    const [heading = '', id = ''] = /^<h\d id="([^"]*)">.*/.exec(part) ?? [];
    return { address: `/docs/${path}#${id}`, title: textOf(heading), text: textOf(part) };
  });
}

/**
 * The pages of `docs/` and the README of the typed client, as HTML. Pages are looked up in a map, so the path
 * of a request never reaches the file system.
 */
export class Pages {
  readonly #html: ReadonlyMap<string, string>;
  readonly #sections: readonly Section[];

  private constructor(html: ReadonlyMap<string, string>) {
    this.#html = html;
    this.#sections = [...html].flatMap(([path, text]) => sectionsOf(path, text));
  }

  static async read(): Promise<Pages> {
    const files = await readdir(folder, { recursive: true });
    const paths = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
    const all = [...paths, clientPage].map(async (path) => {
      const text = await readFile(new URL(fileOf(path), root), 'utf8');
      return [path, rendered(text, path)] as const;
    });
    return new Pages(new Map(await Promise.all(all)));
  }

  /** Returns a page as HTML. Returns null if there is no page with this path. */
  page(path: string): string | null {
    const html = this.#html.get(path);
    if (html === undefined) return null;
    const title = sectionsOf(path, html).find((section) => section.title !== '')?.title ?? path;
    return pageOf({ title, body: `<main class="guide">${html}</main>` });
  }

  /**
   * Returns the page with the search results, which are the sections that contain all words of the query.
   * Sections whose title contains all words come first.
   */
  search(query: string): string {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords).map(escaped);
    const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    const hits = words.length === 0 ? [] : this.#sections.filter(({ text }) => has(text));
    const ranked = hits.sort((one, other) => Number(has(other.title)) - Number(has(one.title)));
    const items = ranked.slice(0, maxHits).map(({ address, title, text }) => {
      const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - 60);
      return `<li><a href="${address}">${title}</a><br>${text.slice(at, at + 200).replaceAll(/^\w*;|&\w*$/g, '')}</li>`;
    });
    const found = items.length === 0 ? '<p>Nothing has these words.</p>' : `<ul>${items.join('\n')}</ul>`;
    return pageOf({ title: 'Search', query, body: `<main><h1>Search</h1>${found}</main>` });
  }
}
