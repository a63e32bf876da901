/** Whether a text is of some pattern. */
type Fits = (text: string) => boolean;

/**
 * Tells whether texts are of a pattern in which `*` stands for any run of characters, also for none. Without regard to
 * case and to blanks around either. Goes once through a text: no pattern makes it slow.
 */
export function wildcard(pattern: string): Fits {
  const [first = '', ...others] = pattern.trim().toLowerCase().split('*');
  const last = others.pop();
  return (text) => {
    const whole = text.trim().toLowerCase();
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
  };
}
