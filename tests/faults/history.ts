import type { Command } from './commands.ts';
import type { CartState } from './model.ts';

/** A cart as one answer showed it: its revision and, if the answer was a whole cart, its content. */
export interface ShownCart {
  readonly revision: number;
  /** Null if the answer was not a whole cart. */
  readonly state: CartState | null;
}

/**
 * A successful answer. `replayed`: the write was done by an earlier request, and the answer shows the current
 * cart.
 */
export interface Answer extends ShownCart {
  readonly replayed: boolean;
  /**
   * The error code of each part of a batch, in order; empty for a part that succeeded. Null for a single
   * command.
   */
  readonly results: readonly string[] | null;
}

/**
 * One try of a write. Times are milliseconds of one monotonic clock.
 *
 * `unanswered`: the outcome is unknown because of a 5xx, a 429, a broken socket or a time-out. `refused`: any
 * other error; the client does not repeat the write.
 */
export interface Attempt {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Error code of the answer or of the socket; empty for a success. */
  readonly cause: string;
  /** The answer; null if the attempt did not succeed. */
  readonly answer: Answer | null;
}

/** A write with its idempotency key and its attempts, in the order in which they ended. */
export interface Write {
  readonly cart: string;
  readonly key: string;
  readonly command: Command;
  readonly attempts: readonly Attempt[];
}

/** A committed revision, from the cart's event. */
export interface Commit {
  readonly revision: number;
  /** Digest of the write's idempotency key; null for a revision that no write of a client made. */
  readonly write: string | null;
  /** Content of the cart at this revision: quantities by line key. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Everything that happened to one cart, and its final content. */
export interface CartHistory {
  readonly cart: string;
  readonly writes: readonly Write[];
  /** Sorted by revision. */
  readonly committed: readonly Commit[];
  readonly final: { readonly revision: number; readonly state: CartState };
  /** Stock by product id; a product without an entry has unlimited stock. */
  readonly stock: ReadonlyMap<number, number>;
}

/** A successful answer with its write and the times of its attempt. */
export interface Answered {
  readonly write: Write;
  readonly answer: Answer;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Returns all successful answers of a write, in the order of its attempts. */
export function answersOf(write: Write): Answered[] {
  return write.attempts.flatMap(({ answer, sentAt, endedAt }) =>
    answer ? [{ write, answer, sentAt, answeredAt: endedAt }] : [],
  );
}

/** Returns the outcome of the first attempt with a success or a refusal; otherwise `unanswered`. */
export function outcomeOf({ attempts }: Write): Attempt['outcome'] {
  const outcomes = attempts.map(({ outcome }) => outcome);
  return outcomes.find((outcome) => outcome !== 'unanswered') ?? 'unanswered';
}

/** Returns when a write was first sent; infinity if the write was never sent. */
export function firstSentAt({ attempts }: Write): number {
  return Math.min(...attempts.map(({ sentAt }) => sentAt));
}
