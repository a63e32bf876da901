import { type Range, Ranges } from './ranges.ts';

/** Matches a postcode that has neither blanks nor lower-case letters. */
const isCompact = /^[A-Z0-9.*-]*$/;

/** Returns a postcode without blanks, in capitals. */
function compactPostcode(postcode: string): string {
  return isCompact.test(postcode) ? postcode : postcode.replace(/\s+/g, '').toUpperCase();
}

const digits = /^\d+$/;

/** Returns digits as a text that sorts like a number: `007` → `00001:7`. */
function sortable(number: string): string {
  const plain = number.replace(/^0+/, '');
  return `${String(plain.length).padStart(5, '0')}:${plain}`;
}

/**
 * Returns a text with its length in front: `00004:BT1A`. So a range from `00004:BT1A` to `00004:BT9Z`
 * contains only texts of four characters.
 */
function amongEqualLengths(text: string): string {
  return `${String(text.length).padStart(5, '0')}:${text}`;
}

/**
 * Finds the values of all patterns that match a postcode. The time depends on the number of matches, not on
 * the number of patterns.
 *
 * A pattern (docs/money.md) is a postcode, a prefix before `*`, or a range `1000...1999` with both ends
 * included. Blanks and case are ignored. Ranges of digits are numeric. Other ranges compare texts of equal
 * length, such as `BT1A...BT9Z`.
 */
export class PostcodeIndex<T> {
  readonly #exact = new Map<string, T[]>();
  readonly #prefixes = new Map<string, T[]>();
  #longestPrefix = 0;
  /** Ranges of digits, compared as numbers, for postcodes of digits. */
  readonly #numbers: Ranges<T>;
  /** Ranges of digits, compared as texts, for postcodes that contain other characters, such as `1A00`. */
  readonly #digitTexts: Ranges<T>;
  /** Ranges that contain other characters, such as `BT1A...BT9Z`. Both ends have the same length. */
  readonly #texts: Ranges<T>;

  constructor(named: Iterable<readonly [pattern: string, value: T]>) {
    const numbers: Range<T>[] = [];
    const digitTexts: Range<T>[] = [];
    const texts: Range<T>[] = [];
    for (const [pattern, value] of named) {
      const range = this.#storeOrRange(compactPostcode(pattern), value);
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

  /** Yields the values of all patterns that match a postcode. A value may be yielded several times. */
  *at(postcode: string): Iterable<T> {
    const given = compactPostcode(postcode);
    yield* this.#exact.get(given) ?? [];
    const longest = Math.min(given.length, this.#longestPrefix);
    for (let length = 0; length <= longest; length += 1) {
      yield* this.#prefixes.get(given.slice(0, length)) ?? [];
    }
    const text = amongEqualLengths(given);
    yield* this.#texts.around(text);
    yield* digits.test(given) ? this.#numbers.around(sortable(given)) : this.#digitTexts.around(text);
  }

  /** Stores `value` for a postcode or prefix and returns null. For a range, only returns its bounds. */
  #storeOrRange(wanted: string, value: T): { readonly from: string; readonly to: string } | null {
    const star = wanted.indexOf('*');
    if (star >= 0) {
      this.#longestPrefix = Math.max(this.#longestPrefix, star);
      add(this.#prefixes, wanted.slice(0, star), value);
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
  const existing = values.get(key);
  if (existing) existing.push(value);
  else values.set(key, [value]);
}
