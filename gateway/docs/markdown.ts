import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';

/**
 * Returns the address for a link in a page of the docs: another page, an anchor or an address on
 * another site; null if the linked file is not served.
 */
export function addressOf(href: string, page: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  if (!path.endsWith('.md')) return null;
  const target = posix.join('/docs', posix.dirname(page), path.slice(0, -'.md'.length));
  if (!target.startsWith('/docs/')) return null;
  return anchor === undefined ? target : `${target}#${anchor}`;
}

/** Returns a Markdown page of the docs as HTML. Headings have the same anchors as on GitHub. */
export function rendered(markdown: string, page: string): string {
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
      html: () => '',
      image: () => '',
    },
  });
  return marked.parse(markdown, { async: false });
}
