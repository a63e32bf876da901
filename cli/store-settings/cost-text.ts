/** The supported decimal separators, except the dot. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** Returns a cost with dots in place of the shop's decimal separator. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

/** Maximum number of characters of a cost. */
const maxLength = 200;

const attribute = /\b(?:percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/gy;
const quoted = /^["'“”„‟«»‘’‚‹›″′]?(?:\d+(?:\.\d*)?|\.\d+)?["'“”„‟«»‘’‚‹›″′]?$/;
const inBrackets = /\[([^[\]]*)\]/g;
const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Pattern of values with operators, where `n` is a value: `n`, `n+n*n`, `-n`. Several signs may precede a value. */
const chain = '[-+]*n(?:[-+*/][-+]*n)*';
const whole = new RegExp(`^${chain}$`);
const innermost = new RegExp(`\\(${chain}\\)`, 'g');

/** Returns whether the text inside square brackets is a valid value: `qty`, `cost`, or `fee` with its attributes. */
function isValue(inside: string): boolean {
  const text = inside.trim().toLowerCase();
  if (text === 'qty' || text === 'cost') return true;
  if (!text.startsWith('fee')) return false;
  const attributes = text.slice('fee'.length);
  const trimmed = attributes.trimStart();
  const matches = [...trimmed.matchAll(attribute)];
  const length = matches.reduce((sofar, [whole]) => sofar + whole.length, 0);
  const hasBlank = trimmed === '' || trimmed.length < attributes.length;
  return hasBlank && length === trimmed.length && matches.every(([, given = '']) => quoted.test(given));
}

/**
 * Returns whether carts can calculate a cost such as `5 + [qty] * 1.50` (docs/money.md, Shipping). Carts do
 * not offer a shipping method whose cost is invalid.
 */
export function isCost(text: string, decimalSeparator: string): boolean {
  if (text.length > maxLength) return false;
  const figures = dotted(text, decimalSeparator).replace(inBrackets, (all, inside: string) =>
    isValue(inside) ? ' 0 ' : all,
  );
  if (!/^[\d\s.+\-*/()]*$/.test(figures)) return false;
  let left = figures.replace(number, 'n').replace(/\s+/g, '');
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replace(innermost, 'n');
  }
  return whole.test(left);
}
