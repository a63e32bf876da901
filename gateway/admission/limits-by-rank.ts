import type { Rank } from './request-rank.ts';

/** Load limits of a rank. A request of the rank is refused when either limit is reached. */
interface LoadLimit {
  /** Delay of the event loop, in milliseconds. */
  readonly delayMs: number;
  /** Number of requests that wait for a service, divided by the maximum number; infinity for no limit. */
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

/** The lowest limits of all ranks. Below these limits, no request is refused because of the delay or the share. */
export const minLimit = limitsByRank.flood;
