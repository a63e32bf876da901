/** Returns a slug with percent-encoding resolved; unchanged if it is invalid UTF-8, such as a truncated one. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Returns a common form of a slug's spellings. WordPress stores letters beyond ASCII percent-encoded in lower case,
 * `gr%c3%bcn`; requests use that form or the plain one, `grün`. Both mean the same.
 */
export function slugKey(slug: string): string {
  const lower = slug.toLowerCase();
  return lower.includes('%') ? decoded(lower).toLowerCase() : lower;
}

/** Returns the spellings under which a slug may be stored, the requested one first. */
export function slugSpellings(slug: string): string[] {
  const plain = slugKey(slug).toWellFormed();
  const encoded = plain.replaceAll(/\P{ASCII}/gu, (letter) => encodeURIComponent(letter).toLowerCase());
  return [...new Set([slug, plain, encoded])];
}
