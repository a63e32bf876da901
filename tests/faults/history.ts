import type { Command } from './commands.ts';
import type { CartState } from './model.ts';

/** A cart as one answer showed it: its revision and, where the answer was a whole cart, what was in it. */
export interface Sight {
  readonly revision: number;
  /** Null when the answer showed something else than a whole cart. */
  readonly state: CartState | null;
}

/** A success. `replayed` says that it is the outcome of an earlier request, over the cart of now. */
export interface Answer extends Sight {
  readonly replayed: boolean;
  /** Codes that the parts of a batch were refused with, in their order; empty text for a success. Null for one cart. */
  readonly parts: readonly string[] | null;
}

/**
 * One sending of a write. Times are milliseconds of one monotonic clock.
 *
 * `unanswered` covers whatever leaves the outcome open: a 5xx, a 429, a broken socket, a time-out.
 * `refused` is any other answer than a success; it is not sent again.
 */
export interface Attempt {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  /** Error code of the answer, or of the socket; empty for a success. */
  readonly cause: string;
  /** Null for what is no success. */
  readonly answer: Answer | null;
}

/** One write under one idempotency key, with as many attempts as it took, in the order of their ends. */
export interface Write {
  readonly cart: string;
  readonly key: string;
  readonly command: Command;
  readonly attempts: readonly Attempt[];
}

/** A revision that was committed, as the cart's event has it. */
export interface Commit {
  readonly revision: number;
  /** Digest of the idempotency key of the write that made it; null when no write of a client did. */
  readonly write: string | null;
  /** What was in the cart then: quantities by the key of the line. */
  readonly lines: ReadonlyMap<string, number>;
}

/** All that happened to one cart, and what was in it when everything was over. */
export interface CartHistory {
  readonly cart: string;
  readonly writes: readonly Write[];
  /** In the order of the revisions. */
  readonly committed: readonly Commit[];
  readonly final: { readonly revision: number; readonly state: CartState };
  /** Pieces that there are of a product; one that is not named never runs out. */
  readonly stock: ReadonlyMap<number, number>;
}

/** A success with the write that it answers and the moments of its attempt. */
export interface Answered {
  readonly write: Write;
  readonly answer: Answer;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** All successes of a write, the first one first. */
export function answersOf(write: Write): Answered[] {
  return write.attempts.flatMap(({ answer, sentAt, endedAt }) =>
    answer ? [{ write, answer, sentAt, answeredAt: endedAt }] : [],
  );
}

/** What became of a write in the end: one success or refusal of any attempt decides. */
export function outcomeOf({ attempts }: Write): Attempt['outcome'] {
  const outcomes = attempts.map(({ outcome }) => outcome);
  return outcomes.find((outcome) => outcome !== 'unanswered') ?? 'unanswered';
}

/** When a write was sent first; infinity when it never was. */
export function firstSentAt({ attempts }: Write): number {
  return Math.min(...attempts.map(({ sentAt }) => sentAt));
}
