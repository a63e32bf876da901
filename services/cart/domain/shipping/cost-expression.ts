import { LRUCache } from 'lru-cache';
import { type Fine, fine, fraction, type Grain, minor } from '#platform/money/money.ts';
import { maxAmount } from '../../model/limits.ts';

/** The input of a cost expression: the number of pieces, and their price in major units. */
export interface Parcel {
  readonly quantity: Exact;
  readonly cost: Exact;
}

/**
 * Returns the value of a cost expression for a parcel, in major units, at least 0. Null for an invalid expression or a
 * division by zero.
 */
export function costOf(text: string, decimalSeparator: string, parcel: Parcel): Exact | null {
  const amount = expressionIn(text, decimalSeparator)?.(parcel);
  return amount && isNumber(amount) ? larger(exactZero, amount) : null;
}

/**
 * By text: the parsed expression, or null for an invalid text. The expressions are cached, so that reading a cart
 * parses no texts.
 */
const cache = new LRUCache<string, { readonly expression: Expression | null }>({ max: 1_000 });

/** The maximum length of a cost expression in characters. This maximum limits the time and the depth of parsing. */
const maxCharacters = 200;

/**
 * Parses a cost expression of a store. The expression may contain `+ - * /`, parentheses, decimals after a dot or the
 * store's own separator, `[qty]`, `[cost]` and `[fee percent="10" min_fee="4" max_fee="20"]` (docs/money.md,
 * Shipping). Returns null for an invalid text.
 */
export function expressionIn(text: string, decimalSeparator: string): Expression | null {
  if (text.length > maxCharacters) return null;
  const plain = dotted(text, decimalSeparator);
  let found = cache.get(plain);
  if (!found) {
    found = { expression: readOrNull(plain) };
    cache.set(plain, found);
  }
  return found.expression;
}

function readOrNull(text: string): Expression | null {
  try {
    return read(tokensOf(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns the value of an expression for a parcel, in major units. After a division by zero, the value is no number.
 */
type Expression = (parcel: Parcel) => Exact;

/** A token of an expression: an operand, or a text with one character, which is an operator or a parenthesis. */
type Part = Expression | string;

const part = /(?:(\d+(?:\.\d*)?|\.\d+)|\[([^\]]*)\]|([-+*/()]))\s*/gy;

/** Returns the tokens of a text. @throws SyntaxError */
function tokensOf(given: string): Part[] {
  const text = given.trimStart();
  const matches = [...text.matchAll(part)];
  const length = matches.reduce((soFar, [whole]) => soFar + whole.length, 0);
  if (length < text.length) throw new SyntaxError('something is no part of an expression');
  return matches.map(([, decimal, inside, sign = '']) => {
    if (inside !== undefined) return placeholder(inside);
    const value = decimal === undefined ? null : exactIn(decimal);
    return value ? () => value : sign;
  });
}

/** Parses a text in brackets, such as `qty`, to an expression. @throws SyntaxError for an unknown name */
function placeholder(inside: string): Expression {
  const text = inside.trimStart();
  const [name = ''] = /^[a-z]+/i.exec(text) ?? [];
  const rest = text.slice(name.length);
  const word = name.toLowerCase();
  if (word === 'fee') return feeIn(rest);
  if (word === 'qty' && rest.trim() === '') return ({ quantity }) => quantity;
  if (word === 'cost' && rest.trim() === '') return ({ cost }) => cost;
  throw new SyntaxError(`nothing is known as [${inside}]`);
}

type Operation = (one: Exact, other: Exact) => Exact;

const sums: ReadonlyMap<unknown, Operation> = new Map([
  ['+', plus],
  ['-', minus],
]);

const products: ReadonlyMap<unknown, Operation> = new Map([
  ['*', times],
  ['/', over],
]);

/** Parses tokens by the rules of arithmetic. @throws SyntaxError */
function read(tokens: readonly Part[]): Expression {
  let at = 0;
  const value = (): Expression => {
    const next = tokens[at];
    at += 1;
    if (typeof next === 'function') return next;
    if (next === '+') return value();
    if (next === '-') {
      const positive = value();
      return (parcel) => minus(exactZero, positive(parcel));
    }
    const inner = next === '(' ? sum() : null;
    if (!inner || tokens[at] !== ')') throw new SyntaxError('a value or a parenthesis is missing');
    at += 1;
    return inner;
  };
  /**
   * Parses operands that are joined by these operators, such as `a + b - c`. The result is evaluated from left to
   * right.
   */
  const chain = (operand: () => Expression, operations: ReadonlyMap<unknown, Operation>): Expression => {
    let all = operand();
    for (let operation = operations.get(tokens[at]); operation; operation = operations.get(tokens[at])) {
      at += 1;
      const [left, right, calculate] = [all, operand(), operation];
      all = (parcel) => calculate(left(parcel), right(parcel));
    }
    return all;
  };
  const product = () => chain(value, products);
  const sum = () => chain(product, sums);
  const whole = sum();
  if (at < tokens.length) throw new SyntaxError('something is left over');
  return whole;
}

const attribute = /\b(percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/giy;

const quoted = /^["'“”„‟«»‘’‚‹›″′]?([\d.]*)["'“”„‟«»‘’‚‹›″′]?$/;

const percent = exact(1, 2);

/**
 * Returns a function that calculates `[fee percent="10" min_fee="4" max_fee="20"]`: a percentage of the price of the
 * pieces, at least the minimum and at most the maximum. The maximum has precedence. A bound that is missing or 0 has no
 * effect (docs/money.md, Shipping).
 *
 * @param attributes - the text after `fee`; numbers have a decimal dot and may be in quotes of any kind
 * @throws SyntaxError for a text that is not the attributes of a fee
 */
function feeIn(attributes: string): (parcel: Parcel) => Exact {
  const text = attributes.trimStart();
  const matches = [...text.matchAll(attribute)];
  const length = matches.reduce((soFar, [whole]) => soFar + whole.length, 0);
  if (length < text.length) throw new SyntaxError('not the attributes of a fee');
  const given = new Map(matches.map(([, name = '', number]) => [name.toLowerCase(), numberOf(number)]));
  const share = times(given.get('percent') ?? exactZero, percent);
  const least = given.get('min_fee') ?? exactZero;
  const most = given.get('max_fee') ?? exactZero;
  return ({ cost }) => {
    const fee = larger(times(cost, share), least);
    return most.numerator === 0n ? fee : smaller(fee, most);
  };
}

/** Returns the number in an attribute's text. Null for an empty text. @throws SyntaxError for an invalid number */
function numberOf(given = ''): Exact | null {
  const text = quoted.exec(given)?.[1] ?? given;
  if (!text) return null;
  const value = exactIn(text);
  if (!value) throw new SyntaxError(`${text} is no number`);
  return value;
}

/**
 * A number as a fraction of integers, never rounded. The divisor is positive, or 0 for a value that is no
 * number. Every calculation with a divisor of 0 results in a divisor of 0.
 */
export interface Exact {
  readonly numerator: bigint;
  readonly divisor: bigint;
}

export const exactZero: Exact = { numerator: 0n, divisor: 1n };

const noNumber: Exact = { numerator: 0n, divisor: 0n };

/**
 * The maximum shipping cost in minor units. This maximum equals the maximum sum of goods in a cart, so that the cart's
 * total stays exact.
 */
const maxCost = BigInt(maxAmount);

/** Returns an integer divided by a power of ten: 1234 with 2 decimals is 12.34. */
export function exact(whole: number | bigint | string, decimals = 0): Exact {
  return { numerator: BigInt(whole), divisor: 10n ** BigInt(decimals) };
}

/** Decimal separators other than the dot. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** Returns a text with a dot instead of the store's own decimal separator. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

const decimalText = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Returns the number in a text such as `12.5`; null for a text that is not digits with at most one dot. */
function exactIn(text: string): Exact | null {
  if (!decimalText.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return exact(whole + fraction, fraction.length);
}

export function plus(one: Exact, other: Exact): Exact {
  return {
    numerator: one.numerator * other.divisor + other.numerator * one.divisor,
    divisor: one.divisor * other.divisor,
  };
}

function minus(one: Exact, other: Exact): Exact {
  return plus(one, { ...other, numerator: -other.numerator });
}

function times(one: Exact, other: Exact): Exact {
  return { numerator: one.numerator * other.numerator, divisor: one.divisor * other.divisor };
}

/** Returns the quotient of two numbers. The quotient is no number if `other` is 0 or no number. */
export function over(one: Exact, other: Exact): Exact {
  const { numerator, divisor } = other;
  if (numerator === 0n || divisor === 0n) return noNumber;
  const inverse = numerator < 0n ? -divisor : divisor;
  return times(one, { numerator: inverse, divisor: numerator < 0n ? -numerator : numerator });
}

export function larger(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor > one.numerator * other.divisor ? other : one;
}

function smaller(one: Exact, other: Exact): Exact {
  return other.numerator * one.divisor < one.numerator * other.divisor ? other : one;
}

function isNumber({ divisor }: Exact): boolean {
  return divisor !== 0n;
}

/**
 * Returns a shipping cost in major units as a fine amount, rounded half up. Null if the cost is no number, is negative
 * or exceeds the maximum.
 *
 * @throws AmountError if the amount exceeds the safe integers
 */
export function costIn(decimals: number, grain: Grain, { numerator, divisor }: Exact): Fine | null {
  if (divisor === 0n || numerator < 0n) return null;
  const scale = 10 ** decimals;
  return numerator * BigInt(scale) > maxCost * divisor
    ? null
    : fine(fraction(minor(scale * grain), numerator, divisor, 'awayFromZero'));
}
