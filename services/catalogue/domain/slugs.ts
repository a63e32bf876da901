/** A slug with its percent signs resolved; as it is where they are none of UTF-8, as in one that was cut off. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * What two spellings of a slug have in common. WordPress keeps letters beyond ASCII percent-encoded in small letters,
 * `gr%c3%bcn`; who asks writes them so or plain, `grün`. No spelling of a slug has a meaning of its own.
 */
export function slugKey(slug: string): string {
  const lower = slug.toLowerCase();
  return lower.includes('%') ? decoded(lower).toLowerCase() : lower;
}

/** A slug as it was asked for first, then as it may be kept where that is compared to the letter. */
export function slugSpellings(slug: string): string[] {
  const plain = slugKey(slug).toWellFormed();
  const encoded = plain.replaceAll(/\P{ASCII}/gu, (letter) => encodeURIComponent(letter).toLowerCase());
  return [...new Set([slug, plain, encoded])];
}
