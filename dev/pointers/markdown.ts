import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** A link on a page, with the number of its first line. */
export interface Link {
  readonly url: string;
  readonly line: number;
}

/** The anchors and the links of a Markdown page. */
export interface Page {
  /** The anchors that GitHub gives the headings. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
}

/** Returns the anchors and links of a Markdown text. Headings and links inside code do not count. */
export function pageOf(markdown: string): Page {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const links: Link[] = [];
  visit(fromMarkdown(markdown), (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)));
    if (node.type === 'link' || node.type === 'definition' || node.type === 'image') {
      links.push({ url: node.url, line: node.position?.start.line ?? 0 });
    }
  });
  return { anchors, links };
}
