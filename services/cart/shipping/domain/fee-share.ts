import { type Exact, exact, exactIn, larger, nought, smaller, times } from './exact.ts';
import type { Parcel } from './parcel.ts';

const attribute = /\b(percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/giy;
const quoted = /^["'“”„‟«»‘’‚‹›″′]?([\d.]*)["'“”„‟«»‘’‚‹›″′]?$/;

const percent = exact(1, 2);

/** Returns the number of an attribute; null when it is not given. @throws SyntaxError for an invalid one */
function numberOf(given = ''): Exact | null {
  const text = quoted.exec(given)?.[1] ?? given;
  if (!text) return null;
  const value = exactIn(text);
  if (!value) throw new SyntaxError(`${text} is no number`);
  return value;
}

/**
 * Returns the function of `[fee percent="10" min_fee="4" max_fee="20"]`: a percentage of the price of the pieces, at
 * least the minimum and at most the maximum, which has precedence. A bound that is missing or 0 has no effect
 * (docs/money.md, Shipping).
 *
 * @param attributes - the text after `fee`, decimals after a dot, with any or no quotes
 * @throws SyntaxError
 */
export function feeIn(attributes: string): (parcel: Parcel) => Exact {
  const text = attributes.trimStart();
  const matches = [...text.matchAll(attribute)];
  const length = matches.reduce((sofar, [whole]) => sofar + whole.length, 0);
  if (length < text.length) throw new SyntaxError('not the attributes of a fee');
  const given = new Map(matches.map(([, name = '', number]) => [name.toLowerCase(), numberOf(number)]));
  const share = times(given.get('percent') ?? nought, percent);
  const least = given.get('min_fee') ?? nought;
  const most = given.get('max_fee') ?? nought;
  return ({ cost }) => {
    const fee = larger(times(cost, share), least);
    return most.numerator === 0n ? fee : smaller(fee, most);
  };
}
