import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked, Renderer } from 'marked';

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

/**
 * Returns the address to which a link in a page of the docs leads: another page, an anchor or another site.
 * Returns null if the linked file is not served.
 */
export function addressOf(href: string, page: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = pageWith(posix.join(posix.dirname(fileOf(page)), path));
  if (target === null) return null;
  return anchor === undefined ? `/docs/${target}` : `/docs/${target}#${anchor}`;
}

/** Returns a Markdown page of the docs as HTML. Headings have the same anchors as on GitHub. */
function rendered(markdown: string, page: string): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugger.slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [address, inner] = [addressOf(href, page), this.parser.parseInline(tokens)];
        return address === null ? inner : `<a href="${encodeURI(address)}">${inner}</a>`;
      },
      // The first cell of a header row may be empty. An empty cell is no heading, so the cell becomes a `td`.
      tablecell(cell) {
        const tag = cell.header && cell.text !== '' ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>\n`;
      },
      // A wide table is inside a block that scrolls. The attribute `tabindex` lets the keyboard scroll the
      // block.
      table(table) {
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${Renderer.prototype.table.call(this, table)}</div>\n`;
      },
      html: () => '',
      image: () => '',
    },
  });
  return marked.parse(markdown, { async: false });
}

/** The name of the page with the README of the typed client: the only page whose file is not in `docs/`. */
const clientPage = 'typed-client';
const clientFile = 'clients/typescript/README.md';

/** Returns the file of a page, relative to the root of the project. */
function fileOf(page: string): string {
  return page === clientPage ? clientFile : `docs/${page}.md`;
}

/** Returns the name of the page that shows a file. Returns null if the file is not served. */
function pageWith(file: string): string | null {
  if (file === clientFile) return clientPage;
  const [, page = null] = /^docs\/(.+)\.md$/.exec(file) ?? [];
  return page;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text with HTML's special characters escaped. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Parts of a page. `title` and `query` are plain text; `body` and `head` are HTML. */
interface Page {
  readonly title: string;
  readonly body: string;
  readonly head?: string;
  /** The search query, which the search field shows again. */
  readonly query?: string;
}

/** Returns a whole page, with links to the guides and a search field. */
export function pageOf({ title, body, head = '', query = '' }: Page): string {
  const links = guides.map(([path, name]) => `<a href="/docs/${path}">${escaped(name)}</a>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Cartwright</title>
<link rel="stylesheet" href="/docs/assets/site.css">
<link rel="icon" href="data:,">
${head}</head>
<body>
<header>
<a class="home" href="/docs">Cartwright</a>
<nav aria-label="Guides">
${links}
</nav>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${escaped(query)}" aria-label="Search the guides" placeholder="Search the guides" maxlength="100">
</form>
</header>
${body}
</body>
</html>
`;
}

/** The guides to which every page below `/docs` links: their paths below `/docs/` and their short titles. */
export const guides: readonly (readonly [path: string, title: string])[] = [
  ['first-cart', 'First cart in five minutes'],
  ['typed-client', 'Typed client'],
  ['from-cocart', 'From CoCart'],
  ['browser-login', 'Login in a browser'],
  ['live-carts', 'Live carts'],
  ['webhooks', 'Webhooks'],
  ['checkout', 'Checkout'],
  ['reference/README', 'Rules of the interface'],
];
