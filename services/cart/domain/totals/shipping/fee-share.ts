import { type Exact, exact, exactIn, larger, nought, smaller, times } from './exact.ts';
import type { Parcel } from './parcel.ts';

const quotes = `["'“”„‟«»‘’‚‹›″′]?`;
const attribute = new RegExp(`\\s*\\b(percent|min_fee|max_fee)\\s*=\\s*${quotes}([\\d.]*)${quotes}`, 'gi');

const percent = exact(1, 2);

/** The number of an attribute; null for one that is not given. @throws SyntaxError for one that is no number */
function numberOf(text: string | undefined): Exact | null {
  if (!text) return null;
  const value = exactIn(text);
  if (!value) throw new SyntaxError(`${text} is no number`);
  return value;
}

/**
 * The share that `[fee percent="10" min_fee="4" max_fee="20"]` stands for: so much of what the pieces come to, at least the
 * one bound and at most the other, which wins. A bound that is not given, or 0, is none (docs/money.md, Shipping).
 *
 * @param attributes - what stands behind `fee`, decimals after a dot, in quotes of any kind or none
 * @throws SyntaxError
 */
export function feeIn(attributes: string): (parcel: Parcel) => Exact {
  if (attributes.replaceAll(attribute, '').trim() !== '')
    throw new SyntaxError('not the attributes of a fee');
  const given = new Map(
    [...attributes.matchAll(attribute)].map(([, name = '', text]) => [name.toLowerCase(), numberOf(text)]),
  );
  const share = times(given.get('percent') ?? nought, percent);
  const least = given.get('min_fee') ?? nought;
  const most = given.get('max_fee') ?? nought;
  return ({ cost }) => {
    const fee = larger(times(cost, share), least);
    return most.numerator === 0n ? fee : smaller(fee, most);
  };
}
