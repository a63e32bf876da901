import { posix } from 'node:path';
import { type Page, pageOf } from './markdown.ts';

/** Text files by their paths from the root of the repository. */
export type Texts = ReadonlyMap<string, string>;

/** A pointer or link that leads to nothing, or a citation of a text outside the repository. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** Matches the path of a page in `docs/`, with an optional heading. Does not match a part of a longer path. */
const pointer = /(?<![\w./-])(docs\/[\w/-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu;

/** Matches the space between words of a comment, which may continue on the next line. */
const gap = String.raw`(?:[ ,]|\n[ \t]*(?:\*|\/\/|#)?)+`;
const texts = '(?:contract|design|reliability|clients|peers|specification|conventions|models)';
const citations: readonly RegExp[] = [
  new RegExp(String.raw`\b${texts}${gap}(?:part${gap})?\d[\d.]*`, 'giu'),
  new RegExp(String.raw`\bsettled${gap}rules\b`, 'giu'),
  new RegExp(String.raw`\bsteps?${gap}\d+${gap}of${gap}\d+\b`, 'giu'),
];

/** Matches a path into a folder `shared`. The check reports such a path if the repository has no such file. */
const sharedPath = /(?:\.\.\/)+shared\b[\w./-]*/gu;

/** Returns all pointers, links and citations that lead to nothing, with their files and lines. */
export function problemsOf(files: Texts): Problem[] {
  const pages = new Map<string, Page>();
  for (const [path, text] of files) if (path.endsWith('.md')) pages.set(path, pageOf(text));
  const known = withFolders(files.keys());
  return [...files].flatMap(([file, text]) => [
    ...brokenPointers(file, text, pages),
    ...brokenLinks(file, pages, known),
    ...citationsIn(file, text, known),
  ]);
}

function brokenPointers(file: string, text: string, pages: ReadonlyMap<string, Page>): Problem[] {
  return [...text.matchAll(pointer)].flatMap(({ 0: what, 1: path = '', 2: anchor, index }) => {
    const page = pages.get(path);
    const leads = page !== undefined && (anchor === undefined || page.anchors.has(anchor));
    return leads ? [] : [{ file, line: lineAt(text, index), what: `${what} leads nowhere` }];
  });
}

function brokenLinks(file: string, pages: ReadonlyMap<string, Page>, known: ReadonlySet<string>): Problem[] {
  const links = pages.get(file)?.links ?? [];
  return links.flatMap(({ url, line }) =>
    leadsSomewhere(file, url, pages, known) ? [] : [{ file, line, what: `the link ${url} leads nowhere` }],
  );
}

/** Returns whether a link leads to a file and heading of the repository. A URL with a scheme is not checked. */
function leadsSomewhere(
  file: string,
  url: string,
  pages: ReadonlyMap<string, Page>,
  known: ReadonlySet<string>,
): boolean {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/iu.test(url)) return true;
  const [path = '', anchor] = decodeURIComponent(url).split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/u, '');
  if (!known.has(target)) return false;
  return anchor === undefined || (pages.get(target)?.anchors.has(anchor) ?? false);
}

function citationsIn(file: string, text: string, known: ReadonlySet<string>): Problem[] {
  const cited = citations.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: what, index }) => ({
      file,
      line: lineAt(text, index),
      what: `"${what.replaceAll(/\s+(?:\*|\/\/|#)?\s*/gu, ' ')}" cites a text that is not in the clone`,
    })),
  );
  const outside = [...text.matchAll(sharedPath)].flatMap(({ 0: path, index }) => {
    const isHere = known.has(posix.join(posix.dirname(file), path));
    return isHere ? [] : [{ file, line: lineAt(text, index), what: `${path} is not in the clone` }];
  });
  return [...cited, ...outside];
}

/** Returns the given paths of files, and the paths of all folders above these files. */
function withFolders(paths: Iterable<string>): Set<string> {
  const known = new Set<string>(['.']);
  for (const path of paths) {
    for (let place = path; place !== '.'; place = posix.dirname(place)) known.add(place);
  }
  return known;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
