import { percentEncoded } from '#platform/util/slug.ts';

/**
 * Plain spellings of letters that Unicode does not decompose, such as `ss` for `ß`. Shoppers type the plain
 * spelling.
 */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};

/**
 * Returns a text in lower case, without accents and with single spaces. Sorting and searching compare this
 * form.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase().replace(/\s+/g, ' ').trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII characters, which have no accents
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  const bare = lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
  // NFKD can produce capitals and spaces, so lower case and single spaces are restored.
  return bare
    .toLowerCase()
    .replace(/[ßæœøđðþłıς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", szlig: 'ß' };
/** Matches the names of HTML entities for accented letters and ligatures, such as `eacute` and `aelig`. */
const accented = /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$|^([ao]e)lig$/i;

function characterNamed(name: string): string {
  const [, letter, letters] = accented.exec(name) ?? [];
  return entities[name] ?? letter ?? letters ?? ' ';
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** The maximum number of characters of HTML that `plainText` reads, far above the length of any result. */
const htmlCharacters = 8_000;

/**
 * Returns up to `length` characters of the text of HTML, without tags. `&eacute;` becomes `e`; an unknown
 * entity becomes a space.
 */
export function plainText(html: string, length: number): string {
  if (!/[<&]/.test(html)) return html.slice(0, length);
  return html
    .slice(0, htmlCharacters)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,32}));/gi, (_whole, decimal, hex, name) => {
      if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      return characterNamed(name);
    })
    .slice(0, length);
}

/** The maximum length of a stored word. Longer words, as in languages without spaces, are stored in pieces. */
const pieceLength = 64;
/**
 * The number of characters that neighbouring pieces of a long word share. So every part of this length lies
 * completely in one piece.
 */
export const partLength = 32;

const separators = /[\s、。，．！？；：「」（）]+/;
/** Punctuation that is removed around words. Other characters, as in `c#` or `50%`, stay. */
const marks = new Set('.,;:!?()[]{}<>"\'`«»‹›„“”‚‘’…·•|*/\\-–—');

function withoutMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && marks.has(word.charAt(start))) start += 1;
  while (end > start && marks.has(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/** Returns the words of a folded text, without surrounding punctuation. */
export function words(text: string): string[] {
  return text
    .split(separators)
    .map(withoutMarks)
    .filter((word) => word !== '');
}

/** Returns the stored form of a word: the word itself, or the pieces of a long word. */
export function pieces(word: string): string[] {
  if (word.length <= pieceLength) return [word];
  const step = pieceLength - partLength;
  const count = Math.ceil((word.length - partLength) / step);
  return Array.from({ length: count }, (_, n) => word.slice(n * step, n * step + pieceLength));
}

/**
 * Returns the texts that a match must contain: the searched word, or the parts of a word longer than
 * `partLength`.
 */
export function searchPieces(word: string): string[] {
  const count = Math.ceil(word.length / partLength);
  return Array.from({ length: count }, (_, n) => word.slice(n * partLength, (n + 1) * partLength));
}

/** The searched texts of a document, as `folded` returns them. `IndexedProducts` reads them from the document. */
export interface SearchedTexts {
  readonly title: string;
  readonly sku: string;
  /** The slug of a product. Empty for a variation, whose slug is not searched. */
  readonly slug: string;
  /** Short description and description, without tags. */
  readonly texts: readonly string[];
}

/** Returns the words between the hyphens of a slug. */
export function slugWords(slug: string): string[] {
  return slug.split('-').filter((word) => word !== '');
}

/**
 * Returns a slug with its percent-encoding decoded. A slug with invalid UTF-8, such as a truncated slug, is returned
 * unchanged.
 */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Returns one form for all spellings of a slug. WordPress stores non-ASCII letters percent-encoded in lower case
 * (`gr%c3%bcn`). Requests may use this spelling or the plain spelling (`grün`), also with combining marks.
 */
export function slugKey(slug: string): string {
  const lower = slug.toLowerCase();
  return (lower.includes('%') ? decoded(lower).toLowerCase() : lower).normalize('NFC');
}

/** Returns the spellings in which a slug may be stored; the requested spelling is the first. */
export function slugSpellings(slug: string): string[] {
  const plain = slugKey(slug).toWellFormed();
  return [...new Set([slug, plain, percentEncoded(plain)])];
}
