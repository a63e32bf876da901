import type { Rank } from './request-rank.ts';

/** The highest load at which requests of a rank are accepted. */
interface LoadLimit {
  /** Delay of the event loop, in milliseconds, at which requests of the rank are refused. */
  readonly delayMs: number;
  /**
   * Number of requests waiting for a service at which requests of the rank are refused, as a share of the
   * maximum number of waiting requests.
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

/** The lowest limit. If the load is below this limit, requests of every rank are accepted. */
export const minLimit = limitsByRank.flood;
