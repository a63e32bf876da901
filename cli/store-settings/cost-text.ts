/** Signs beside the dot that decimals are written after somewhere. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** A text with a dot where the shop writes its own separator of decimals. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

/** Longest text of a cost that carts read. */
const longest = 200;

const quote = `["'“”„‟«»‘’‚‹›″′]?`;
const attribute = `\\s*\\b(?:percent|min_fee|max_fee)\\s*=\\s*${quote}(?:\\d+\\.?\\d*|\\.\\d+)?${quote}`;
const value = new RegExp(`\\[\\s*(?:qty\\s*|cost\\s*|fee(?:${attribute})*\\s*)\\]`, 'gi');
const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Values with signs between them, as many before one as there may be. Each value is written as `n`. */
const chain = '[-+]*n(?:[-+*/][-+]*n)*';
const whole = new RegExp(`^${chain}$`);
const innermost = new RegExp(`\\(${chain}\\)`, 'g');

/**
 * Whether carts can read a text as a cost: `+ - * /`, parentheses, decimals after a dot or the shop's own separator,
 * `[qty]`, `[cost]` and `[fee percent="10" min_fee="4" max_fee="20"]` (docs/money.md, Shipping). A way to ship whose cost they
 * cannot read is not offered. Pure.
 */
export function isCost(text: string, decimalSeparator: string): boolean {
  if (text.length > longest) return false;
  const figures = dotted(text, decimalSeparator).replace(value, ' 0 ');
  if (!/^[\d\s.+\-*/()]*$/.test(figures)) return false;
  let left = figures.replace(number, 'n').replace(/\s+/g, '');
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replace(innermost, 'n');
  }
  return whole.test(left);
}
