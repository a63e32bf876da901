/** Returns a postcode in its bare form: in capitals, without blanks and hyphens. */
function barePostcode(postcode: string): string {
  return postcode.toUpperCase().replace(/[\s-]/g, '');
}

/** Where a country inserts a blank or a hyphen: the text, and its place, counted from the end if negative. */
type Insertion = readonly [text: string, at: number];

const american: Insertion = ['-', 5];

const insertions: Readonly<Record<string, Insertion>> = {
  BR: ['-', -3],
  CA: [' ', -3],
  CZ: [' ', -2],
  GB: [' ', -3],
  IE: [' ', 3],
  JP: ['-', 3],
  MN: american,
  NL: [' ', 4],
  PL: ['-', -3],
  PR: american,
  PT: ['-', 4],
  SE: [' ', -2],
  SK: [' ', -2],
  US: american,
};

/** Countries whose code may stand before a postcode, with a hyphen: `DK-1050`. */
const lettersFirst: Readonly<Record<string, readonly [bare: RegExp, formatted: string]>> = {
  CZ: [/^CZ(\d+)$/, 'CZ-$1'],
  DK: [/^DK(.+)$/, 'DK-$1'],
  LV: [/^(?:LV)?(\d+)$/, 'LV-$1'],
  SK: [/^SK(\d+)$/, 'SK-$1'],
};

/** Returns a bare postcode as WooCommerce formats it in a country (ISO 3166-1 alpha-2): `NG115DJ` → `NG11 5DJ`. */
function formattedPostcode(bare: string, country: string): string {
  const [form, replacement] = lettersFirst[country] ?? [];
  const begun = form && replacement ? bare.replace(form, replacement) : bare;
  const [text, at] = insertions[country] ?? [];
  if (text === undefined || at === undefined) return begun;
  const formatted = (begun.slice(0, at) + text + begun.slice(at)).trim();
  // Nine digits of an American postcode have a hyphen, five have none.
  return insertions[country] === american ? formatted.replace(/-$/, '') : formatted;
}

const digits = /^\d+$/;

/** Returns digits as a text that sorts like a number: `007` → `00001:7`. */
function sortable(number: string): string {
  const plain = number.replace(/^0+/, '');
  return `${String(plain.length).padStart(5, '0')}:${plain}`;
}

/** Returns a postcode as a number, with two digits for each character: `PE30` → `16050300`. */
function asNumber(postcode: string): string {
  return Array.from(barePostcode(postcode), (character) => {
    if (character >= '0' && character <= '9') return `0${character}`;
    const letter = character >= 'A' && character <= 'Z' ? character.charCodeAt(0) - 64 : 0;
    return String(letter).padStart(2, '0');
  }).join('');
}

/**
 * Finds the values of all patterns that match a postcode. The time depends on the number of matches, not on
 * the number of patterns.
 *
 * A pattern (docs/money.md) is a postcode, a prefix before `*`, or a range `1000...1999` with both ends
 * included. Case is ignored. A postcode matches in its bare form and as its country formats it, a prefix only as the
 * country formats it, so `NG1 *` does not match `NG11 5DJ`. Ranges compare bare forms: as numbers if both ends are
 * digits, otherwise with two digits for each character.
 */
export class PostcodeIndex<T> {
  readonly #exact = new Map<string, T[]>();
  readonly #prefixes = new Map<string, T[]>();
  #longestPrefix = 0;
  /** Ranges of digits, compared as numbers, for postcodes of digits. */
  readonly #numbers: Ranges<T>;
  /** Ranges of digits, compared as texts, for postcodes that contain other characters, such as `1A00`. */
  readonly #digitTexts: Ranges<T>;
  /** Ranges that contain other characters, such as `BT1A...BT9Z`. The ends are numbers of two digits a character. */
  readonly #texts: Range<T>[] = [];
  /** The same ranges for postcodes of each length, since short ends are filled up with zeros. Made when needed. */
  readonly #textsByLength = new Map<number, Ranges<T>>();

  constructor(named: Iterable<readonly [pattern: string, value: T]>) {
    const numbers: Range<T>[] = [];
    for (const [pattern, value] of named) {
      const range = this.#storeOrRange(pattern, value);
      if (!range) continue;
      const { from, to } = range;
      if (digits.test(from) && digits.test(to)) numbers.push({ value, from, to });
      else this.#texts.push({ value, from: asNumber(from), to: asNumber(to) });
    }
    this.#digitTexts = new Ranges(numbers);
    this.#numbers = new Ranges(
      numbers.map(({ value, from, to }) => ({ value, from: sortable(from), to: sortable(to) })),
    );
  }

  /**
   * Yields the values of all patterns that match a postcode of a country: a value once for each pattern that names
   * it and matches.
   */
  *at(postcode: string, country: string): Iterable<T> {
    const bare = barePostcode(postcode);
    const formatted = formattedPostcode(bare, country);
    yield* this.#exact.get(bare) ?? [];
    if (formatted !== bare) yield* this.#exact.get(formatted) ?? [];
    const longest = Math.min(formatted.length, this.#longestPrefix);
    for (let length = 0; length <= longest; length += 1) {
      yield* this.#prefixes.get(formatted.slice(0, length)) ?? [];
    }
    if (digits.test(bare)) yield* this.#numbers.around(sortable(bare));
    else yield* this.#digitTexts.around(bare);
    if (this.#texts.length > 0) {
      const number = asNumber(bare);
      yield* this.#textsFor(number.length).around(sortable(number));
    }
  }

  #textsFor(length: number): Ranges<T> {
    const known = this.#textsByLength.get(length);
    if (known) return known;
    const filled = (end: string) => sortable(end.padEnd(length, '0'));
    const made = new Ranges(
      this.#texts.map(({ value, from, to }) => ({ value, from: filled(from), to: filled(to) })),
    );
    this.#textsByLength.set(length, made);
    return made;
  }

  /** Stores `value` for a postcode or prefix and returns null. For a range, only returns its bounds. */
  #storeOrRange(pattern: string, value: T): { readonly from: string; readonly to: string } | null {
    const wanted = pattern.trim().toUpperCase().replace(/\s+/g, ' ').replaceAll('…', '...');
    if (wanted.includes('...')) {
      const [from = '', to = '', ...more] = wanted.split('...').map((end) => end.trim());
      return more.length === 0 ? { from, to } : null;
    }
    // An asterisk that is not the last character matches nothing.
    if (!wanted.endsWith('*')) add(this.#exact, wanted, value);
    else {
      this.#longestPrefix = Math.max(this.#longestPrefix, wanted.length - 1);
      add(this.#prefixes, wanted.slice(0, -1), value);
    }
    return null;
  }
}

function add<T>(values: Map<string, T[]>, key: string, value: T): void {
  const existing = values.get(key);
  if (existing) existing.push(value);
  else values.set(key, [value]);
}

/** A value for all texts from `from` to `to`, both included, in the order of `<`. */
interface Range<T> {
  readonly from: string;
  readonly to: string;
  readonly value: T;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Finds the ranges that contain a text. A binary search finds the last range that begins at or before the text.
 * The search then goes back while an earlier range may contain the text.
 */
class Ranges<T> {
  readonly #sorted: readonly Range<T>[];
  /** For each position, the greatest `to` of all ranges up to this position. */
  readonly #reach: readonly string[];

  constructor(ranges: Iterable<Range<T>>) {
    this.#sorted = [...ranges].sort((a, b) => compare(a.from, b.from));
    let reach = '';
    this.#reach = this.#sorted.map(({ to }) => {
      if (to > reach) reach = to;
      return reach;
    });
  }

  /** Yields the values of the ranges that contain a text. */
  *around(text: string): Iterable<T> {
    for (let at = this.#lastFrom(text); at >= 0; at -= 1) {
      if ((this.#reach[at] ?? '') < text) return;
      const range = this.#sorted[at];
      if (range && text <= range.to) yield range.value;
    }
  }

  /** Returns the position of the last range that begins at or before the text; -1 if no range does. */
  #lastFrom(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.from ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
