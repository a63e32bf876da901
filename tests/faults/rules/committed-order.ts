import { writeDigest } from '#platform/events/digests.ts';
import {
  type Answered,
  answersOf,
  type CartHistory,
  type Commit,
  firstSentAt,
  type Write,
} from '../history.ts';
import { applied, type CartState, emptyCart, textOf } from '../model.ts';
import { type CartAtRevision, diagnosed } from './diagnosis.ts';
import type { Fault } from './fault.ts';
import { firstAtLeast, type Moment } from './moments.ts';

/** The revision that a write made, and its effect. */
export interface Place {
  readonly revision: number;
  /** The error codes of the parts of a batch; null for a single command. */
  readonly results: readonly string[] | null;
}

/** The result of checking the order of a cart's commits. */
export interface Order {
  readonly faults: readonly Fault[];
  readonly moments: readonly Moment[];
  readonly places: ReadonlyMap<Write, Place>;
}

const isSame = (one: CartState, other: CartState) => textOf(one) === textOf(other);
const withLines = (state: CartState, { lines }: Pick<CartState, 'lines'>): CartState => ({ ...state, lines });

/**
 * Returns a function from a revision to the time of the first answer that showed this or a later revision;
 * infinity if no answer did.
 */
function answeredFrom(answers: readonly Answered[]): (revision: number) => number {
  const sorted = answers.toSorted((a, b) => a.answer.revision - b.answer.revision);
  const earliest: number[] = [];
  let time = Number.POSITIVE_INFINITY;
  for (const { answeredAt } of sorted.toReversed()) {
    time = Math.min(time, answeredAt);
    earliest.push(time);
  }
  earliest.reverse();
  return (revision) =>
    earliest[firstAtLeast(sorted, ({ answer }) => answer.revision, revision)] ?? Number.POSITIVE_INFINITY;
}

/** Checks the committed revisions of a cart one by one against the model. */
class Walk implements Order {
  readonly faults: Fault[] = [];
  readonly moments: Moment[] = [];
  readonly places = new Map<Write, Place>();
  readonly #history: CartHistory;
  readonly #writes: ReadonlyMap<string, Write>;
  /** The carts that answers showed, by revision. */
  readonly #shown: ReadonlyMap<number, readonly CartState[]>;
  readonly #answeredFrom: (revision: number) => number;
  readonly #visited: CartAtRevision[] = [];
  #state = emptyCart;
  #revision = 0;
  /** The committed write whose first attempt was sent last. */
  #latest = { key: '', sentAt: Number.NEGATIVE_INFINITY };

  constructor(history: CartHistory) {
    const answers = history.writes.flatMap(answersOf);
    this.#history = history;
    this.#writes = new Map(history.writes.map((write) => [writeDigest(write.key), write]));
    this.#answeredFrom = answeredFrom(answers);
    const shown = Map.groupBy(answers, ({ answer }) => answer.revision);
    this.#shown = new Map(
      [...shown].map(([revision, group]) => [revision, group.flatMap(({ answer }) => answer.state ?? [])]),
    );
    this.#compare({ revision: 0, write: null, lines: emptyCart.lines }, null, emptyCart);
  }

  /** Checks the next revision. */
  go(commit: Commit): void {
    const write = this.#writeOf(commit);
    const effect = write && applied(write.command, this.#state, this.#history.stock);
    if (write && effect) {
      this.#checkTime(write, commit);
      if (!effect.done) {
        const sentence = `${write.key} made revision ${commit.revision} of a cart that refuses it with ${effect.codes}`;
        this.#fault('no serial order', sentence);
      }
      const place = { revision: commit.revision, results: effect.done ? effect.results : null };
      if (!this.places.has(write)) this.places.set(write, place);
    }
    this.#compare(commit, write, effect?.done ? effect.state : this.#state);
  }

  /** Compares the last revision with the final cart, after all revisions were checked. */
  end(): void {
    const { revision, state } = this.#history.final;
    if (revision < this.#revision)
      this.#fault('stale answer', `the final read shows revision ${revision} after ${this.#revision}`);
    if (!isSame(state, this.#state)) this.#diagnose(null, state);
    const known = new Set(this.moments.map((moment) => moment.revision));
    for (const shown of new Set([...this.#shown.keys(), revision])) {
      if (!known.has(shown)) this.#fault('revision missing', `no event has revision ${shown}`);
    }
  }

  /** Returns the write of a commit. Returns null and adds a fault if no such write was sent. */
  #writeOf({ revision, write: digest }: Commit): Write | null {
    if (revision === this.#revision)
      this.#fault('revision given twice', `two events have revision ${revision}`);
    const write = this.#writes.get(digest ?? '') ?? null;
    if (!write) this.#fault('nobody asked for it', `no write that was sent made revision ${revision}`);
    else if (this.places.has(write)) {
      const before = this.places.get(write)?.revision;
      this.#fault('write applied twice', `${write.key} made revisions ${before} and ${revision}`, 1);
    }
    return write;
  }

  /**
   * Adds a fault if the order contradicts the times: if write A was answered before write B was sent, A must come
   * first.
   */
  #checkTime(write: Write, { revision }: Commit): void {
    const sentAt = firstSentAt(write);
    const answeredAt = Math.min(...answersOf(write).map((one) => one.answeredAt));
    if (answeredAt < this.#latest.sentAt) {
      const sentence = `${write.key} was answered before ${this.#latest.key} was sent, and has the later revision ${revision}`;
      this.#fault('out of order', sentence);
    }
    if (this.#answeredFrom(revision) < sentAt) {
      const sentence = `revision ${revision} was shown before ${write.key}, which made it, was sent`;
      this.#fault('answer from the future', sentence);
    }
    if (sentAt > this.#latest.sentAt) this.#latest = { key: write.key, sentAt };
  }

  /**
   * Compares a revision with the model. The event contains the lines; answers also show removed lines and
   * coupons. After a fault, the model continues with the shown cart, so that one fault does not cause others.
   */
  #compare({ revision, lines }: Commit, write: Write | null, expected: CartState): void {
    const kept = withLines(expected, { lines });
    const shown = this.#shown.get(revision) ?? [];
    const consistent = shown.filter((one) => isSame(withLines(kept, one), kept));
    const state = consistent.find((one) => isSame(one, expected)) ?? consistent[0] ?? kept;
    if (!isSame(state, expected)) this.#diagnose(write, state);
    const others = new Set(shown.filter((one) => !isSame(one, state)).map(textOf));
    for (const other of others) {
      const sentence = `revision ${revision} was shown as ${other}, and it was ${textOf(state)}`;
      this.#fault('wrong answer', sentence);
    }
    this.#state = state;
    this.#revision = revision;
    this.#visited.push({ state, write });
    this.moments.push({ revision, state, since: this.#latest.sentAt });
  }

  #diagnose(maker: Write | null, shown: CartState): void {
    this.faults.push(diagnosed({ history: this.#history, trail: this.#visited, maker, shown }));
  }

  #fault(rule: Fault['rule'], sentence: string, writes?: number): void {
    const { cart } = this.#history;
    this.faults.push({ cart, rule, sentence, ...(writes === undefined ? {} : { writes }) });
  }
}

/**
 * Applies the writes to the model in the order of the events of the cart. Each revision must come from exactly
 * one sent write, and must equal the cart of the model and all answers with this revision.
 */
export function committedOrder(history: CartHistory): Order {
  const walk = new Walk(history);
  for (const commit of history.committed) walk.go(commit);
  walk.end();
  return walk;
}
