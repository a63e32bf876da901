/** What is written as it is compared, as most are: a shop may have thousands of patterns, each looked at in one read. */
const isCompact = /^[A-Z0-9.*-]*$/;

/** As postcodes are compared: without blanks, in capitals. */
export function compactPostcode(postcode: string): string {
  return isCompact.test(postcode) ? postcode : postcode.replace(/\s+/g, '').toUpperCase();
}

const digits = /^\d+$/;

/** Digits as a number of any length: those without leading noughts, the longer one the greater. */
function isAtMost(one: string, other: string): boolean {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
  return a.length === b.length ? a <= b : a.length < b.length;
}

function isWithin(postcode: string, from: string, to: string): boolean {
  const all = [postcode, from, to];
  if (all.every((one) => digits.test(one))) return isAtMost(from, postcode) && isAtMost(postcode, to);
  // As texts, and only among postcodes of one length: `AB10` is neither before nor after `AB1`.
  return all.every(({ length }) => length === from.length) && from <= postcode && postcode <= to;
}

/**
 * Whether a postcode is one of those that a shop named (docs/money.md): the same one, one that begins with what stands
 * before a `*`, or one of a range `1000...1999`, both ends included. Blanks and case do not matter. A range of digits alone is one
 * of numbers; any other is one of texts of the same length, `BT1A...BT9Z`. Pure.
 */
export function fitsPostcode(pattern: string, postcode: string): boolean {
  const wanted = compactPostcode(pattern);
  const given = compactPostcode(postcode);
  const star = wanted.indexOf('*');
  if (star >= 0) return given.startsWith(wanted.slice(0, star));
  if (!wanted.includes('...')) return given === wanted;
  const [from = '', to = '', ...more] = wanted.split('...');
  return more.length === 0 && isWithin(given, from, to);
}
