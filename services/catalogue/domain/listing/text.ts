/** Letters that Unicode does not take apart into a letter and its accent, and what readers type for them. */
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

/** A text without case and accents, blanks in a row as one: what titles are sorted by and words are compared by. */
export function folded(text: string): string {
  const lower = text.toLowerCase().replace(/\s+/g, ' ').trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII characters, which have no accents
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  const bare = lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
  // Wide letters and signs become plain ones only by the step above, and some of them are capitals or blanks.
  return bare
    .toLowerCase()
    .replace(/[ßæœøđðþłıς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", szlig: 'ß' };
/** Names of letters with an accent and of two letters in one, `eacute` and `aelig`: what is folded has no accents. */
const accented = /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$|^([ao]e)lig$/i;

function named(name: string): string {
  const [, letter, letters] = accented.exec(name) ?? [];
  return entities[name] ?? letter ?? letters ?? ' ';
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Characters of HTML that are looked at, since tags are no text and can be longer than it. */
const htmlCharacters = 8_000;

/**
 * Text of HTML without its tags, no more than `length` characters of it. Entities that are not known are blanks, and
 * those of letters with accents are the letters without.
 */
export function plainText(html: string, length: number): string {
  if (!/[<&]/.test(html)) return html.slice(0, length);
  return html
    .slice(0, htmlCharacters)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,32}));/gi, (_whole, decimal, hex, name) => {
      if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      return named(name);
    })
    .slice(0, length);
}

/** A word as it is kept has no more characters; longer ones, of scripts without blanks, are kept in pieces. */
const pieceLength = 64;
/** Pieces overlap by this, so that each part of a word that is no longer is within one piece. */
export const partLength = 32;

const separators = /[\s、。，．！？；：「」（）]+/;
/** Marks that stand around words without being of them; others, as in `c#` or `50%`, stay. */
const marks = new Set('.,;:!?()[]{}<>"\'`«»‹›„“”‚‘’…·•|*/\\-–—');

function withoutMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && marks.has(word.charAt(start))) start += 1;
  while (end > start && marks.has(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/** Words of a folded text: what is between blanks, without the punctuation around it. */
export function words(text: string): string[] {
  return text
    .split(separators)
    .map(withoutMarks)
    .filter((word) => word !== '');
}

/** A word as it is kept: itself, or its pieces. */
export function pieces(word: string): string[] {
  if (word.length <= pieceLength) return [word];
  const step = pieceLength - partLength;
  const count = Math.ceil((word.length - partLength) / step);
  return Array.from({ length: count }, (_, n) => word.slice(n * step, n * step + pieceLength));
}

/** What has to be contained for a word of a search to be: itself, or its parts when it is longer than that. */
export function parts(word: string): string[] {
  const count = Math.ceil(word.length / partLength);
  return Array.from({ length: count }, (_, n) => word.slice(n * partLength, (n + 1) * partLength));
}
