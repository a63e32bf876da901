import { escaped, textOf } from './layout.ts';

/** Maximum number of words in a search query; further words are ignored. */
const maxWords = 8;
/** Characters of a result's text, and how many of them stand before the first word that was found. */
const excerptLength = 200;
const excerptLead = 60;

/** A page that can be searched: its address below `/docs/`, its title and its HTML. */
interface SearchedPage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** The part of a page from a heading to the next heading. */
export interface Section {
  readonly address: string;
  readonly pageTitle: string;
  /** Title of the section; that of the page before its first section. */
  readonly title: string;
  readonly text: string;
  /** Whether the section is about v1. */
  readonly isOld: boolean;
}

/** Returns the sections of a page. */
export function sectionsOf({ path, title: pageTitle, html }: SearchedPage): readonly Section[] {
  return html.split(/(?=<h[1-3] )/).map((part) => {
    const [heading = '', id = ''] = /^<h\d id="([^"]*)">.*/.exec(part) ?? [];
    const title = textOf(heading);
    const isOld = /\bv1\b/i.test(`${pageTitle} ${title}`);
    return {
      address: `/docs/${path}#${id}`,
      pageTitle,
      title,
      text: textOf(part.slice(heading.length)),
      isOld,
    };
  });
}

/** Returns the words of a query. */
export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** Returns where a word of the text begins with `word`, which is in lower case; -1 if none does. */
function placeOf(word: string, text: string): number {
  const lower = text.toLowerCase();
  let at = lower.indexOf(word);
  while (at > 0 && /[\p{L}\p{N}]/u.test(lower[at - 1] ?? '') && /^[\p{L}\p{N}]/u.test(word)) {
    at = lower.indexOf(word, at + 1);
  }
  return at;
}

/** Returns whether words of the text begin with all of these words. */
function has(text: string, words: readonly string[]): boolean {
  return words.every((word) => placeOf(word, text) !== -1);
}

/**
 * Returns how well a section fits these words: the smallest number fits best. Null if the section lacks a word. One of the
 * words must be in the section itself; the others may be in the title of its page. Sections about v1 come last, unless the
 * query asks for v1.
 */
function rankOf({ pageTitle, title, text, isOld }: Section, words: readonly string[]): number | null {
  const [titles, own] = [`${pageTitle} ${title}`, `${title} ${text}`];
  if (!has(`${titles} ${text}`, words) || !words.some((word) => has(own, [word]))) return null;
  const late = isOld && !words.includes('v1') ? 3 : 0;
  if (has(title, words)) return late;
  return has(titles, words) ? late + 1 : late + 2;
}

/** Returns the sections that have all words, the best first. Sections that fit equally well keep their order. */
export function found(sections: readonly Section[], words: readonly string[]): readonly Section[] {
  if (words.length === 0) return [];
  return sections
    .flatMap((section) => {
      const rank = rankOf(section, words);
      return rank === null ? [] : [{ section, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ section }) => section);
}

/** Returns a part of the text that begins and ends with a whole word and contains the first word that is found. */
export function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => placeOf(word, text)).filter((place) => place !== -1);
  const from = Math.max(0, Math.min(...places, text.length) - excerptLead);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1;
  if (text.length - start <= excerptLength) return `${start > 0 ? '… ' : ''}${text.slice(start)}`;
  const end = text.lastIndexOf(' ', start + excerptLength);
  const last = end <= start ? start + excerptLength : end;
  return `${start > 0 ? '… ' : ''}${text.slice(start, last)} …`;
}

/** Returns an entry of the list of results. It names the page and the section. */
export function hitOf({ address, pageTitle, title, text }: Section, words: readonly string[]): string {
  const name = title === '' || title === pageTitle ? pageTitle : `${pageTitle} › ${title}`;
  return `<li><a href="${address}">${escaped(name)}</a><br>${escaped(excerptOf(text, words))}</li>`;
}
