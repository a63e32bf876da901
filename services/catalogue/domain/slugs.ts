import { percentEncoded } from '#platform/util/slug.ts';

/**
 * Returns a slug with its percent-encoding decoded. A slug with invalid UTF-8, such as a truncated slug, is returned
 * unchanged.
 */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Returns one form for all spellings of a slug. WordPress stores non-ASCII letters percent-encoded in lower case
 * (`gr%c3%bcn`). Requests may use this spelling or the plain spelling (`grün`), also with combining marks.
 */
export function slugKey(slug: string): string {
  const lower = slug.toLowerCase();
  return (lower.includes('%') ? decoded(lower).toLowerCase() : lower).normalize('NFC');
}

/** Returns the spellings in which a slug may be stored; the requested spelling is the first. */
export function slugSpellings(slug: string): string[] {
  const plain = slugKey(slug).toWellFormed();
  return [...new Set([slug, plain, percentEncoded(plain)])];
}
