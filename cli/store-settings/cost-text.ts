/** Signs beside the dot that decimals are written after somewhere. */
const separators: ReadonlySet<string> = new Set([',', '٫']);

/** A text with a dot where the shop writes its own separator of decimals. */
export function dotted(text: string, decimalSeparator: string): string {
  return separators.has(decimalSeparator) ? text.replaceAll(decimalSeparator, '.') : text;
}

/** Longest text of a cost that carts read. */
const longest = 200;

const attribute = /\b(?:percent|min_fee|max_fee)\s*=\s*(?:(["'“”„‟«»‘’‚‹›″′\d.]+)\s*)?/gy;
const quoted = /^["'“”„‟«»‘’‚‹›″′]?(?:\d+(?:\.\d*)?|\.\d+)?["'“”„‟«»‘’‚‹›″′]?$/;
const inBrackets = /\[([^[\]]*)\]/g;
const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Values with signs between them, as many before one as there may be. Each value is written as `n`. */
const chain = '[-+]*n(?:[-+*/][-+]*n)*';
const whole = new RegExp(`^${chain}$`);
const innermost = new RegExp(`\\(${chain}\\)`, 'g');

/** Whether what stands in brackets has a value: `qty`, `cost`, or `fee` with its attributes. */
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
 * Whether carts can read a text as a cost: `+ - * /`, parentheses, decimals after a dot or the shop's own separator,
 * `[qty]`, `[cost]` and `[fee percent="10" min_fee="4" max_fee="20"]` (docs/money.md, Shipping). A way to ship whose cost they
 * cannot read is not offered. Pure.
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
