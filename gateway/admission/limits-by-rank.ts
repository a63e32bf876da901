import type { Rank } from './request-rank.ts';

/** Limits on the load for a rank. A request of the rank is refused when one of the two values is reached. */
interface LoadLimit {
  /** Delay of the event loop, in milliseconds. */
  readonly delayMs: number;
  /**
   * Number of requests that wait for a service, as a share of the maximum number of waiting requests. Infinity if the
   * number does not matter for the rank.
   */
  readonly share: number;
}

export const limitsByRank: Readonly<Record<Exclude<Rank, 'probe'>, LoadLimit>> = {
  administrator: { delayMs: 1_000, share: 1 },
  quiet: { delayMs: 1_000, share: 0.85 },
  cheap: { delayMs: 400, share: Number.POSITIVE_INFINITY },
  customer: { delayMs: 300, share: 0.85 },
  guest: { delayMs: 200, share: 0.7 },
  flood: { delayMs: 20, share: 0.4 },
  hostile: { delayMs: 20, share: 0.4 },
};

/**
 * The lowest limits of all ranks. If delay and share are below these limits, requests of every rank are
 * accepted.
 */
export const minLimit = limitsByRank.flood;
