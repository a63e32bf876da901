/** Puts a quantity of the rig's product into a cart. The only command so far; later steps add theirs here. */
export interface AddCommand {
  readonly kind: 'add';
  readonly quantity: number;
}
export type Command = AddCommand;

/** A cart as one answer showed it: `quantity` is the sum over all its lines. */
export interface CartState {
  readonly revision: number;
  readonly quantity: number;
}

/** The cart that a write was answered with. `replayed` says that it is an earlier outcome, over the cart of now. */
export interface Answer extends CartState {
  readonly replayed: boolean;
}

/**
 * One sending of a write. Times are milliseconds of one monotonic clock.
 *
 * `unanswered` covers whatever leaves the outcome open: a 5xx, a 429, a broken socket, a time-out.
 * `refused` is any other answer than a success; it is never sent again.
 */
export interface Attempt {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unanswered';
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  /** Error code of the answer, or of the socket; empty for a success. */
  readonly cause: string;
}

/** One write under one idempotency key, with as many attempts as it took. */
export interface Write {
  readonly cart: string;
  readonly key: string;
  /** Which of the rig's sockets sent it. */
  readonly client: number;
  readonly command: Command;
  readonly attempts: readonly Attempt[];
  /** Null when it never was acknowledged. */
  readonly answer: Answer | null;
}

/** All that happened to one cart, and what was in it when everything was over. */
export interface CartHistory {
  readonly cart: string;
  readonly writes: readonly Write[];
  readonly final: CartState;
}

/** A write that was acknowledged, with the two moments between which it took effect. */
export interface Acknowledged {
  readonly write: Write;
  readonly answer: Answer;
  readonly sentAt: number;
  readonly lastSentAt: number;
  readonly answeredAt: number;
}

/** When a write was sent first; infinity when it never was. */
export function firstSentAt(write: Write): number {
  return write.attempts[0]?.sentAt ?? Number.POSITIVE_INFINITY;
}

/** The acknowledged ones among writes, in the order of the answers. */
export function acknowledgedOf(writes: readonly Write[]): Acknowledged[] {
  const list: Acknowledged[] = [];
  for (const write of writes) {
    const last = write.attempts.at(-1);
    if (!write.answer || !last) continue;
    list.push({
      write,
      answer: write.answer,
      sentAt: firstSentAt(write),
      lastSentAt: last.sentAt,
      answeredAt: last.endedAt,
    });
  }
  return list.sort((a, b) => a.answeredAt - b.answeredAt);
}
