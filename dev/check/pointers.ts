// Part of `npm run check`. Fails if a file refers to something that the repository does not contain: a path, the
// target of a link, or a cited text.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { root } from '../base/settings.ts';

/**
 * Matches files that are not checked, because other programs wrote these files: npm's lock file, and answers
 * of CoCart.
 */
const data = /(?:^|\/)package-lock\.json$|^tests\/conformance\/.*\.(?:json|jsonl|ndjson)$/u;
/** Minimum number of files. If the check finds fewer files, the check itself is broken. */
const minTexts = 500;

/**
 * Returns the texts of the repository's files by path, including files that are not added to Git yet. The text is empty
 * for a file that is not checked, and for a binary file, which contains a zero byte.
 */
async function textsOfTheClone(): Promise<Texts> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 2 ** 26 });
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '').sort();
  const clone = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8').catch(() => null);
    if (text !== null) clone.set(path, data.test(path) || text.includes('\0') ? '' : text);
  }
  return clone;
}

/** Text files by their paths from the root of the repository. */
type Texts = ReadonlyMap<string, string>;

/** A pointer or link that leads to nothing, or a citation of a text outside the repository. */
interface Problem {
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

/**
 * Matches a path into a folder `shared`, but not that of an import, which the compiler checks. The check reports such a path
 * if the repository has no such file.
 */
const sharedPath = /(?<!from '[./]*)(?:\.\.\/)+shared\b[\w./-]*/gu;

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

/** A link on a page, with the number of its first line. */
interface Link {
  readonly url: string;
  readonly line: number;
}

/** The anchors and the links of a Markdown page. */
interface Page {
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

async function main(): Promise<void> {
  const clone = await textsOfTheClone();
  if (clone.size < minTexts) throw new Error(`only ${clone.size} files were found, fewer than ${minTexts}`);
  const problems = problemsOf(clone);
  for (const { file, line, what } of problems) process.stdout.write(`${file}:${line}: ${what}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) await main();
