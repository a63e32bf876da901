import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked, Renderer } from 'marked';
import { contentsPage, fileOf, pageWith } from './contents.ts';
import { escaped } from './layout.ts';

/**
 * Returns the address to which a link in a page of the docs leads: another page, an anchor or another site.
 * Returns null if the linked file is not served.
 */
export function addressOf(href: string, page: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = pageWith(posix.join(posix.dirname(fileOf(page)), path));
  if (target === null) return null;
  const address = target === contentsPage ? '/docs' : `/docs/${target}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** How pages are shown. */
interface Shown {
  /** The titles of pages. A link whose text is the name of a file has the title of the page instead. */
  readonly titles: ReadonlyMap<string, string>;
  /** Returns the text of a code block as the page shows it. */
  example(text: string): string;
}

/** Returns a Markdown page of the docs as HTML. Headings have the same anchors as on GitHub. */
export function rendered(markdown: string, page: string, { titles, example }: Shown): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugger.slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens, text }) {
        const address = addressOf(href, page);
        const title =
          /^[\w./-]+\.md$/.test(text) && titles.get(/^\/docs\/([^#]*)/.exec(address ?? '')?.[1] ?? '');
        const inner = title ? escaped(title) : this.parser.parseInline(tokens);
        return address === null ? inner : `<a href="${encodeURI(address)}">${inner}</a>`;
      },
      code(block) {
        return Renderer.prototype.code.call(this, { ...block, text: example(block.text) });
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
