import { decimal, dividedBy, type Fraction, fraction, isLess, minus, plus, times, zero } from './fraction.ts';

/**
 * Values of the placeholders in a cost: the number of pieces (`qty`), and their price in major units (`cost`).
 */
export interface Known {
  readonly qty: bigint;
  readonly cost: Fraction;
}

/** Evaluates `[fee percent="10" min_fee="2" max_fee="20"]`: 10 % of the price, at least 2 and at most 20. */
function feeOf(attributes: string, { cost }: Known): Fraction {
  const attribute = (name: string) => new RegExp(`\\b${name}=["']([^"']*)["']`).exec(attributes)?.[1] ?? '';
  let fee = times(cost, dividedBy(decimal(attribute('percent')), fraction(100n)));
  if (attribute('min_fee') !== '' && isLess(fee, decimal(attribute('min_fee'))))
    fee = decimal(attribute('min_fee'));
  if (attribute('max_fee') !== '' && isLess(decimal(attribute('max_fee')), fee))
    fee = decimal(attribute('max_fee'));
  return fee;
}

/**
 * Evaluates a cost such as `5 + [qty] * 0.5`. Returns major units, at least zero.
 * @throws RangeError for an invalid text
 */
export function costOf(text: string, known: Known): Fraction {
  const tokens = text.match(/\[[^\]]*\]|\d+\.?\d*|\.\d+|[-+*/()]|\S/g) ?? [];
  const next = () => tokens.shift() ?? '';

  function operand(): Fraction {
    const token = next();
    if (token === '-') return minus(fraction(0n), operand());
    if (token === '[qty]') return fraction(known.qty);
    if (token === '[cost]') return known.cost;
    if (token.startsWith('[fee ')) return feeOf(token, known);
    if (token !== '(') return decimal(token);
    const inner = added();
    if (next() !== ')') throw new RangeError(`no closing bracket: ${text}`);
    return inner;
  }
  function multiplied(): Fraction {
    let value = operand();
    while (tokens[0] === '*' || tokens[0] === '/') {
      value = next() === '*' ? times(value, operand()) : dividedBy(value, operand());
    }
    return value;
  }
  function added(): Fraction {
    let value = multiplied();
    while (tokens[0] === '+' || tokens[0] === '-') {
      value = next() === '+' ? plus(value, multiplied()) : minus(value, multiplied());
    }
    return value;
  }

  const value = added();
  if (tokens.length > 0) throw new RangeError(`more than one expression: ${text}`);
  return isLess(value, zero) ? zero : value;
}
