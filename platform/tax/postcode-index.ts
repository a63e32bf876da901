import { type Range, Ranges } from './ranges.ts';

/** What is written as it is compared, as most are. */
const isCompact = /^[A-Z0-9.*-]*$/;

/** As postcodes are compared: without blanks, in capitals. */
function compactPostcode(postcode: string): string {
  return isCompact.test(postcode) ? postcode : postcode.replace(/\s+/g, '').toUpperCase();
}

const digits = /^\d+$/;

/** Digits as a text that sorts as their number does: without leading noughts, behind their count. */
function sortable(number: string): string {
  const plain = number.replace(/^0+/, '');
  return `${String(plain.length).padStart(5, '0')}:${plain}`;
}

/** A text that sorts among those of its length alone. */
function amongEqualLengths(text: string): string {
  return `${String(text.length).padStart(5, '0')}:${text}`;
}

/**
 * What a shop named by postcodes, found by one postcode in time that grows with what is found and not with how much was named.
 *
 * A pattern (docs/money.md) is a postcode, the beginning of postcodes before a `*`, or a range `1000...1999`, both ends included.
 * Blanks and case do not matter. A range of digits alone is one of numbers; any other is one of texts of the same length,
 * `BT1A...BT9Z`.
 */
export class PostcodeIndex<T> {
  readonly #exact = new Map<string, T[]>();
  readonly #beginnings = new Map<string, T[]>();
  #longestBeginning = 0;
  /** Ranges of digits, by number: for postcodes of digits alone. */
  readonly #numbers: Ranges<T>;
  /** The same ranges as texts: for all other postcodes. */
  readonly #digitTexts: Ranges<T>;
  /** All other ranges, which hold texts of their length. */
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

  /** What is named by a postcode; a value more than once where several patterns lead to it. */
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

  /** Keeps a single postcode or a beginning; gives the ends of a range. */
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
