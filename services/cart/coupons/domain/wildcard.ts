/** Returns whether a text matches. */
type Fits = (text: string) => boolean;

/**
 * Returns a function that matches texts with a pattern in which `*` stands for any characters or none, ignoring case
 * and outer spaces. Runs in linear time for every pattern.
 */
export function wildcard(pattern: string): Fits {
  const [first = '', ...others] = pattern.trim().toLowerCase().split('*');
  const last = others.pop();
  return (text) => {
    const whole = text.trim().toLowerCase();
    if (last === undefined) return whole === first;
    if (!whole.startsWith(first)) return false;
    let from = first.length;
    // The earliest match of each part leaves the most room for the next ones.
    for (const part of others) {
      const at = whole.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return whole.length - last.length >= from && whole.endsWith(last);
  };
}
