/** Decimal separators other than the dot. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** Returns a text with dots instead of the shop's decimal separator. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

/** Longest cost text. */
const longest = 200;

const attribute = /\b(?:percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/gy;
const quoted = /^["'“”„‟«»‘’‚‹›″′]?(?:\d+(?:\.\d*)?|\.\d+)?["'“”„‟«»‘’‚‹›″′]?$/;
const inBrackets = /\[([^[\]]*)\]/g;
const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Values with operators between them, after each value was replaced by `n`. A value may have several signs. */
const chain = '[-+]*n(?:[-+*/][-+]*n)*';
const whole = new RegExp(`^${chain}$`);
const innermost = new RegExp(`\\(${chain}\\)`, 'g');

/** Whether a shortcode is valid: `qty`, `cost`, or `fee` with its attributes. */
function isValue(inside: string): boolean {
  const text = inside.trim().toLowerCase();
  if (text === 'qty' || text === 'cost') return true;
  if (!text.startsWith('fee')) return false;
  const attributes = text.slice('fee'.length);
  const trimmed = attributes.trimStart();
  const matches = [...trimmed.matchAll(attribute)];
  const length = matches.reduce((sofar, [whole]) => sofar + whole.length, 0);
  const isApart = trimmed === '' || trimmed.length < attributes.length;
  return isApart && length === trimmed.length && matches.every(([, given = '']) => quoted.test(given));
}

/**
 * Whether carts can evaluate a cost: `+ - * /`, parentheses, decimals with a dot or the shop's separator,
 * `[qty]`, `[cost]` and `[fee percent="10" min_fee="4" max_fee="20"]` (docs/money.md, Shipping). A shipping
 * method with an invalid cost is not offered.
 */
export function isCost(text: string, decimalSeparator: string): boolean {
  if (text.length > longest) return false;
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
