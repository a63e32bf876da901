import type { Rank } from './request-rank.ts';

/** The highest load at which requests of a rank are accepted. */
interface LoadLimit {
  /** Delay of the event loop, in milliseconds, from which on requests are refused. */
  readonly delayMs: number;
  /** Share of the maximum number of requests waiting for a service, from which on requests are refused. */
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

/** The lowest limit. Below it, requests of every rank are accepted. */
export const minLimit = limitsByRank.flood;
