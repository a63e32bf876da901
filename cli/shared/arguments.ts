import { InvalidArgumentError } from 'commander';
import { isOneLine } from '#platform/util/text.ts';

/**
 * Returns a parser of whole numbers from `least` to `most`. For other texts the parser throws commander's error, so a
 * bad option is reported before the command connects to the system.
 */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

/** Returns a parser of non-empty texts with a maximum length, on any lines. */
export function anyText(most: number): (text: string) => string {
  return (text) => {
    if (text.trim() !== '' && text.length <= most) return text;
    throw new InvalidArgumentError(`It must be a text of 1 to ${most} characters.`);
  };
}

/** Returns a parser of non-empty texts on one line, with a maximum length. */
export function shortText(most: number): (text: string) => string {
  const read = anyText(most);
  return (text) => {
    if (isOneLine(text)) return read(text);
    throw new InvalidArgumentError('It must be one line, without control characters.');
  };
}

/** Parses the id or SKU of a product. */
export const reference = shortText(200);

/** Returns a parser that accepts only the given words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
  };
}

/**
 * Returns a parser of the word `none` and of other texts, which `read` parses. The result for `none` is the word itself
 * and not null, because commander treats null as a missing option.
 */
export function orNone<T>(read: (text: string) => T): (text: string) => T | 'none' {
  return (text) => (text === 'none' ? text : read(text));
}

/** Returns a parser of comma-separated lists. `read` parses each entry; duplicates are dropped. */
export function listOf<T>(read: (text: string) => T): (text: string) => T[] {
  return (text) => [...new Set(text.split(',').map((one) => read(one.trim())))];
}

/** Parses the id of a product or category. */
export const id = wholeNumber(1);

/** Parses an e-mail address that may contain `*`, which stands for any characters. */
export function emailPattern(text: string): string {
  const isPattern = /[@*]/.test(text) && !/\s/.test(text) && text.split('@').length <= 2;
  if (isPattern && text.length <= 320) return text;
  throw new InvalidArgumentError('It must be addresses like ann@example.com or *@example.com.');
}
