import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** A link on a page and its first line. */
export interface Link {
  readonly url: string;
  readonly line: number;
}

/** The anchors and links of a page. */
export interface Page {
  /** Anchors of headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
}

/** Returns the headings and links of a markdown text, without those in code. */
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
