import type { CacheOutcome } from '../http/metrics.ts';
import type { Entry } from './response-cache.ts';

/** Seconds for which a shared cache may store an answer. */
const sharedSeconds = 30;
/**
 * Seconds after the end of `sharedSeconds` in which a shared cache may still serve the old answer, while it requests a
 * new answer.
 */
const staleSeconds = 60;
const cacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
const vary = 'Authorization, Origin, Accept-Encoding, Prefer';

/**
 * Returns `Cache-Control` for a cached answer. A shared cache must not serve the answer after `holdsUntil`,
 * for example because a sale begins at this time and changes prices.
 */
export function cacheControlOf({ holdsUntil, age }: Entry): string {
  // A shared cache must revalidate a stale answer at each request.
  if (age > 0) return 'public, max-age=0, s-maxage=0';
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return cacheControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Returns the headers of a cached answer that are the same for all clients. */
export function entryHeaders({ headers, age }: Entry, outcome: CacheOutcome): Record<string, string> {
  const stale = { Warning: '110 - "Response is Stale"', Age: String(Math.ceil(age / 1_000)) };
  return {
    ...Object.fromEntries(headers),
    ...(age > 0 && stale),
    Vary: vary,
    'CoCart-Cache': outcome,
  };
}
