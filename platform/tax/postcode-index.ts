import { type Range, Ranges } from './ranges.ts';

/** A postcode that is already normalised, as most are. */
const isCompact = /^[A-Z0-9.*-]*$/;

/** Normalises a postcode: no blanks, capitals. */
function compactPostcode(postcode: string): string {
  return isCompact.test(postcode) ? postcode : postcode.replace(/\s+/g, '').toUpperCase();
}

const digits = /^\d+$/;

/** Returns digits as text in numeric sort order: their count, then the digits without leading zeros. */
function sortable(number: string): string {
  const plain = number.replace(/^0+/, '');
  return `${String(plain.length).padStart(5, '0')}:${plain}`;
}

/** Returns a text that sorts only among texts of the same length. */
function amongEqualLengths(text: string): string {
  return `${String(text.length).padStart(5, '0')}:${text}`;
}

/**
 * Finds the values of all patterns that match a postcode. The time depends on the matches, not on the number
 * of patterns.
 *
 * A pattern (docs/money.md) is a postcode, a prefix before `*`, or an inclusive range `1000...1999`. Blanks
 * and case do not matter. A range of digits is numeric; any other compares texts of equal length,
 * `BT1A...BT9Z`.
 */
export class PostcodeIndex<T> {
  readonly #exact = new Map<string, T[]>();
  readonly #beginnings = new Map<string, T[]>();
  #longestBeginning = 0;
  /** Ranges of digits by number, for postcodes of digits. */
  readonly #numbers: Ranges<T>;
  /** The same ranges as texts, for other postcodes. */
  readonly #digitTexts: Ranges<T>;
  /** All other ranges, of texts with equal length. */
  readonly #texts: Ranges<T>;

  constructor(named: Iterable<readonly [pattern: string, value: T]>) {
    const numbers: Range<T>[] = [];
    const digitTexts: Range<T>[] = [];
    const texts: Range<T>[] = [];
    for (const [pattern, value] of named) {
      const range = this.#keep(compactPostcode(pattern), value);
      if (!range) continue;
      const areDigits = digits.test(range.from) && digits.test(range.to);
      if (areDigits) numbers.push({ value, from: sortable(range.from), to: sortable(range.to) });
      if (range.from.length !== range.to.length) continue;
      const [from, to] = [amongEqualLengths(range.from), amongEqualLengths(range.to)];
      (areDigits ? digitTexts : texts).push({ value, from, to });
    }
    this.#numbers = new Ranges(numbers);
    this.#digitTexts = new Ranges(digitTexts);
    this.#texts = new Ranges(texts);
  }

  /** Yields the values of a postcode; a value may be yielded several times. */
  *at(postcode: string): Iterable<T> {
    const given = compactPostcode(postcode);
    yield* this.#exact.get(given) ?? [];
    const longest = Math.min(given.length, this.#longestBeginning);
    for (let length = 0; length <= longest; length += 1) {
      yield* this.#beginnings.get(given.slice(0, length)) ?? [];
    }
    const text = amongEqualLengths(given);
    yield* this.#texts.around(text);
    yield* digits.test(given) ? this.#numbers.around(sortable(given)) : this.#digitTexts.around(text);
  }

  /** Stores a single postcode or a prefix and returns null; returns the bounds of a range. */
  #keep(wanted: string, value: T): { readonly from: string; readonly to: string } | null {
    const star = wanted.indexOf('*');
    if (star >= 0) {
      this.#longestBeginning = Math.max(this.#longestBeginning, star);
      add(this.#beginnings, wanted.slice(0, star), value);
      return null;
    }
    if (!wanted.includes('...')) {
      add(this.#exact, wanted, value);
      return null;
    }
    const [from = '', to = '', ...more] = wanted.split('...');
    return more.length === 0 ? { from, to } : null;
  }
}

function add<T>(values: Map<string, T[]>, key: string, value: T): void {
  const there = values.get(key);
  if (there) there.push(value);
  else values.set(key, [value]);
}
