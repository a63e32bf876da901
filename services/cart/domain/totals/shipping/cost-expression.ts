import { LRUCache } from 'lru-cache';
import { dotted, type Exact, exactIn, isNumber, larger, minus, nought, over, plus, times } from './exact.ts';
import { feeIn } from './fee-share.ts';
import type { Parcel } from './parcel.ts';

/** What an expression comes to for a parcel, in major units; no number where it divides by zero. */
export type Expression = (parcel: Parcel) => Exact;

type Operation = (one: Exact, other: Exact) => Exact;

/** A part of an expression: what has a value of its own, or a sign. */
type Part = Expression | string;

/** Longest text that is read. It bounds how long and how deep anything here gets. */
const mostCharacters = 200;

const part = /(?:(\d+(?:\.\d*)?|\.\d+)|\[([^\]]*)\]|([-+*/()]))\s*/gy;

/** What stands in brackets: a name, and what follows it. @throws SyntaxError */
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

/** The parts of a text. @throws SyntaxError where something is none */
function partsOf(given: string): Part[] {
  const text = given.trimStart();
  const matches = [...text.matchAll(part)];
  const length = matches.reduce((sofar, [whole]) => sofar + whole.length, 0);
  if (length < text.length) throw new SyntaxError('something is no part of an expression');
  return matches.map(([, decimal, inside, sign = '']) => {
    if (inside !== undefined) return placeholder(inside);
    const value = decimal === undefined ? null : exactIn(decimal);
    return value ? () => value : sign;
  });
}

const sums: ReadonlyMap<unknown, Operation> = new Map([
  ['+', plus],
  ['-', minus],
]);
const products: ReadonlyMap<unknown, Operation> = new Map([
  ['*', times],
  ['/', over],
]);

/** Reads parts by the rules of arithmetic. @throws SyntaxError */
function read(parts: readonly Part[]): Expression {
  let at = 0;
  const value = (): Expression => {
    const next = parts[at];
    at += 1;
    if (typeof next === 'function') return next;
    if (next === '+') return value();
    if (next === '-') {
      const positive = value();
      return (parcel) => minus(nought, positive(parcel));
    }
    const inner = next === '(' ? sum() : null;
    if (!inner || parts[at] !== ')') throw new SyntaxError('a value or a parenthesis is missing');
    at += 1;
    return inner;
  };
  /** What stands between some signs, reckoned from left to right. */
  const chain = (operand: () => Expression, operations: ReadonlyMap<unknown, Operation>): Expression => {
    let all = operand();
    for (let operation = operations.get(parts[at]); operation; operation = operations.get(parts[at])) {
      at += 1;
      const [left, right, reckon] = [all, operand(), operation];
      all = (parcel) => reckon(left(parcel), right(parcel));
    }
    return all;
  };
  const product = () => chain(value, products);
  const sum = () => chain(product, sums);
  const whole = sum();
  if (at < parts.length) throw new SyntaxError('something is left over');
  return whole;
}

function readOrNull(text: string): Expression | null {
  try {
    return read(partsOf(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Expressions by their texts, null for texts that are none: a read of a cart does not read them again. */
const known = new LRUCache<string, { readonly expression: Expression | null }>({ max: 1_000 });

/**
 * The expression in a shop's text: `+ - * /`, parentheses, decimals after a dot or the shop's own separator, `[qty]`,
 * `[cost]` and `[fee percent="10" min_fee="4" max_fee="20"]` (docs/money.md, Shipping). Null for a text that is none.
 */
export function expressionIn(text: string, decimalSeparator: string): Expression | null {
  if (text.length > mostCharacters) return null;
  const plain = dotted(text, decimalSeparator);
  let found = known.get(plain);
  if (!found) {
    found = { expression: readOrNull(plain) };
    known.set(plain, found);
  }
  return found.expression;
}

/** What a text comes to for a parcel, in major units, at least nothing. Null where it comes to no number. */
export function costOf(text: string, decimalSeparator: string, parcel: Parcel): Exact | null {
  const amount = expressionIn(text, decimalSeparator)?.(parcel);
  return amount && isNumber(amount) ? larger(nought, amount) : null;
}
