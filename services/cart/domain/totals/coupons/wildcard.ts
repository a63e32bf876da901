/**
 * Whether a text is of a pattern in which `*` stands for any run of characters, also for none. Without regard to case
 * and to blanks around either. Goes once through the text: no pattern makes it slow.
 */
export function fitsWildcard(text: string, pattern: string): boolean {
  const whole = text.trim().toLowerCase();
  const [first = '', ...others] = pattern.trim().toLowerCase().split('*');
  const last = others.pop();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first)) return false;
  let from = first.length;
  // The earliest place of each part leaves the most room for those after it.
  for (const part of others) {
    const at = whole.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return whole.length - last.length >= from && whole.endsWith(last);
}
