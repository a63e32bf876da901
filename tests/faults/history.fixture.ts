import fc from 'fast-check';
import { writeDigest } from '#platform/events/digests.ts';
import { faultsOf } from './checker.ts';
import { type Command, couponCodes } from './commands.ts';
import type { Answer, Attempt, CartHistory, Commit, Write } from './history.ts';
import { applied, type CartState, emptyCart, textOf } from './model.ts';

/** A simulated write: its command and the times when it is sent, takes effect and is answered. */
export interface Event {
  readonly command: Command;
  readonly sentAt: number;
  readonly effect: number;
  readonly answer: number;
  /**
   * `answered`: the first answer arrives. `lost`: the first answer is lost and the write is repeated. `open`: no answer
   * arrives.
   */
  readonly fate: 'answered' | 'lost' | 'open';
  /** Number of revisions that other carts of the shard took between the previous write and this write. */
  readonly gap: number;
}

const product = fc.integer({ min: 101, max: 103 });
const pieces = fc.record({ product, quantity: fc.integer({ min: 1, max: 3 }) });
const piecesOrNone = fc.record({ product, quantity: fc.integer({ min: 0, max: 3 }) });
const distinct = fc.uniqueArray(piecesOrNone, { selector: (one) => one.product, minLength: 1, maxLength: 3 });
const code = fc.constantFrom(...couponCodes);
const single = fc.oneof(
  pieces.map((one) => ({ kind: 'add' as const, ...one })),
  piecesOrNone.map((one) => ({ kind: 'set' as const, ...one })),
  product.map((one) => ({ kind: 'remove' as const, product: one })),
  product.map((one) => ({ kind: 'restore' as const, product: one })),
  fc.boolean().map((keepRemoved) => ({ kind: 'clear' as const, keepRemoved })),
  distinct.map((quantities) => ({ kind: 'update' as const, quantities })),
  fc.array(pieces, { minLength: 1, maxLength: 3 }).map((items) => ({ kind: 'add-items' as const, items })),
  code.map((one) => ({ kind: 'apply-coupon' as const, code: one })),
  code.map((one) => ({ kind: 'remove-coupon' as const, code: one })),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      allOrNone: fc.boolean(),
      commands: fc.array(single, { minLength: 1, maxLength: 3 }),
    }),
  },
);

/** Returns a fast-check arbitrary, which makes random lists of events. Each event has one of the given fates. */
export function events(...fates: Event['fate'][]): fc.Arbitrary<Event[]> {
  const event = fc.record({
    command,
    sentAt: fc.integer({ min: 0, max: 300 }),
    effect: fc.integer({ min: 1, max: 20 }),
    answer: fc.integer({ min: 1, max: 20 }),
    fate: fc.constantFrom(...fates),
    gap: fc.integer({ min: 0, max: 2 }),
  });
  return fc.array(event, { minLength: 2, maxLength: 30 });
}

/** Returns the same events, but each event is sent after the answer of the previous event. */
export function oneByOne(run: readonly Event[]): Event[] {
  return run.map((event, index) => ({ ...event, sentAt: index * 100 }));
}

/**
 * A fault of a server: change number `at` stores a wrong cart, but the answer and the event show the correct
 * cart.
 */
export interface Slip {
  readonly at: number;
  keeps(before: CartState, after: CartState, command: Command): CartState;
}

const stock = new Map<number, number>();
const unanswered = {
  outcome: 'unanswered',
  status: 503,
  cause: 'service_unavailable',
  answer: null,
} as const;

interface Step {
  readonly event: Event;
  readonly at: number;
  readonly refusedWith: string | null;
  readonly answer: Answer;
  /** The stored cart after the event. */
  readonly after: CartHistory['final'];
}

/**
 * Runs events in the order of their effects. Returns the cart after each event, the commits and the final cart.
 */
function execute(run: readonly Event[], slip: Slip | null) {
  const sorted = run.map((event) => ({ event, at: event.sentAt + event.effect })).sort((a, b) => a.at - b.at);
  let state = emptyCart;
  let revision = 0;
  const committed: Commit[] = [];
  const steps = sorted.map(({ event, at }, index): Step => {
    const effect = applied(event.command, state, stock);
    const before = state;
    if (effect.done && textOf(effect.state) !== textOf(state)) {
      state = effect.state;
      revision += 1 + event.gap;
      committed.push({ revision, write: writeDigest(`k${index}`), lines: state.lines });
    }
    const refusedResults = effect.done && effect.results?.some((code) => code !== '') ? effect.results : null;
    const shown = refusedResults ? null : state;
    const refusedWith = effect.done ? null : (effect.codes[0] ?? '');
    const answer = { revision, state: shown, replayed: false, results: refusedResults };
    if (slip && state !== before && committed.length === slip.at)
      state = slip.keeps(before, state, event.command);
    return { event, at, refusedWith, answer, after: { revision, state } };
  });
  return { steps, committed, final: { revision, state } };
}

/** Returns the history of a cart for some events. Without a slip, the history is correct. */
export function historyOf(run: readonly Event[], slip: Slip | null = null): CartHistory {
  const { steps, committed, final } = execute(run, slip);
  const writes = steps.map(({ event, at, refusedWith, answer }, index): Write => {
    const answered = (sentAt: number, endedAt: number, given: Answer): Attempt =>
      refusedWith === null
        ? { sentAt, endedAt, outcome: 'acknowledged', status: 200, cause: '', answer: given }
        : { sentAt, endedAt, outcome: 'refused', status: 404, cause: refusedWith, answer: null };
    const endedAt = at + event.answer;
    const write = { cart: 'cart-one', key: `k${index}`, command: event.command };
    if (event.fate === 'answered') return { ...write, attempts: [answered(event.sentAt, endedAt, answer)] };
    const lost = { sentAt: event.sentAt, endedAt, ...unanswered };
    if (event.fate === 'open') return { ...write, attempts: [lost] };
    const again = endedAt + 5;
    const now = steps.findLast((step) => step.at <= again)?.after ?? final;
    const state = answer.results === null ? now.state : null;
    const replay = { revision: now.revision, state, replayed: true, results: answer.results };
    return { ...write, attempts: [lost, answered(again - 2, again + 2, replay)] };
  });
  return { cart: 'cart-one', writes, committed, final, stock };
}

/** Returns the names of the rules that a history breaks, each once. */
export const rules = (history: CartHistory) => [...new Set(faultsOf(history).map(({ rule }) => rule))].sort();

/** Returns the command that adds pieces of a product. */
export const add = (quantity: number, product = 101): Command => ({ kind: 'add', product, quantity });

/** Returns consecutive events, each answered before the next is sent. */
export function inTurn(...commands: Command[]): Event[] {
  const timing = { effect: 3, answer: 3, fate: 'answered', gap: 0 } as const;
  return commands.map((command, index) => ({ command, sentAt: index * 10, ...timing }));
}

/** Returns a history with one write changed. */
export function changed(history: CartHistory, key: string, change: (write: Write) => Write): CartHistory {
  return { ...history, writes: history.writes.map((write) => (write.key === key ? change(write) : write)) };
}

/** Returns the write with all its answers changed. */
export function answered(write: Write, change: Partial<Answer>): Write {
  const attempts = write.attempts.map(
    (one): Attempt => ({
      ...one,
      answer: one.answer && { ...one.answer, ...change },
    }),
  );
  return { ...write, attempts };
}
