import type { Audience } from '#contracts/audience.ts';
import type { Cart, Notice } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal, statusOf, unavailable } from '#platform/errors/errors.ts';
import type { CommandContext } from '../domain/command-context.ts';
import type { CartWrite } from '../domain/commands.ts';
import type { Step } from '../domain/fold.ts';
import { type ChangeResult, rememberedOutcome } from '../domain/outcome.ts';
import { type CartTimes, viewOf } from '../domain/view/view.ts';
import type { StoredCart, StoredOutcome } from '../store/cart-store.ts';
import type { Queued } from './fold-queue.ts';

/** A write is refused if its deadline is less than this many milliseconds away. */
const minMs = 20;

/** A write and the context of the request that contains the write. */
export interface WriteRequest {
  readonly write: CartWrite;
  readonly context: Context;
}

/** The result of a write for its caller. */
export interface WriteResult {
  readonly cart: Cart;
  /** Keys of the lines that the write changed. */
  readonly lineKeys: readonly string[];
  /** The result of each change; null if the write has a single change. */
  readonly results: readonly ChangeResult[] | null;
  readonly replayed: boolean;
  /** Notices for the shopper about this write. */
  readonly notices: readonly Notice[];
}

/** A write whose caller waits for its commit. */
export type PendingWrite = Queued<WriteRequest, WriteResult>;

/** Returns the writes whose deadline is at least `minMs` away. Refuses all other writes. */
export function withinDeadline(writes: readonly PendingWrite[], now: number): readonly PendingWrite[] {
  return writes.filter(({ task, reject }) => {
    const hasTime = task.context.deadline > now + minMs;
    if (!hasTime) reject(unavailable('the deadline has passed'));
    return hasTime;
  });
}

/** Returns the earliest deadline of these writes, in Unix milliseconds. */
export function firstDeadline(writes: readonly PendingWrite[]): number {
  return Math.min(...writes.map(({ task }) => task.context.deadline));
}

/** Returns the context of the write with the latest deadline. */
export function longestContext(writes: readonly PendingWrite[]): Context {
  const all = writes.map(({ task }) => task.context);
  return all.reduce((one, other) => (other.deadline > one.deadline ? other : one));
}

/** Returns the audience of the cart's owner; `public` for a guest. */
export function audienceOf(writes: readonly PendingWrite[]): Audience {
  const claim = writes.at(-1)?.task.context.claim;
  return claim?.kind === 'customer' ? claim.audience : 'public';
}

/** Returns the idempotency keys of these writes. */
export function onceKeysOf(writes: readonly PendingWrite[]): string[] {
  return writes.flatMap(({ task: { write } }) => (write.conditions ? [write.conditions.once.key] : []));
}

/** Returns a map from the idempotency keys to the stored outcomes. Keys without a stored outcome are left out. */
export function storedOutcomesOf(
  stored: StoredCart,
  onceKeys: readonly string[],
): ReadonlyMap<string, string> {
  const storedOutcomes = new Map<string, string>();
  for (const [index, key] of onceKeys.entries()) {
    const outcome = stored.outcomes[index];
    if (outcome) storedOutcomes.set(key, outcome);
  }
  return storedOutcomes;
}

/**
 * Returns the outcomes to store, so that a repeated write gets the same answer. Every success is stored. A refusal is
 * stored if the client chose the idempotency key, or if an earlier try of the request may still run (`repeated`).
 * Server errors, and refusals because of the idempotency key or the revision, are never stored.
 */
export function outcomesToStore(writes: readonly PendingWrite[], steps: readonly Step[]): StoredOutcome[] {
  return writes.flatMap(({ task: { write, context } }, index) => {
    const step = steps[index];
    if (!step || step.replayed || !write.conditions) return [];
    const { once } = write.conditions;
    return isWorthRemembering(step, once.origin === 'client' || context.repeated === true)
      ? [rememberedOutcome(once, step.outcome)]
      : [];
  });
}

function isWorthRemembering({ outcome }: Step, mayBeRepeated: boolean): boolean {
  if (outcome.ok) return true;
  const { code } = outcome.error;
  const isOfRequest = code !== 'service_idempotency_key_reused' && code !== 'service_revision_mismatch';
  return isOfRequest && mayBeRepeated && statusOf(outcome.error) < 500;
}

/**
 * Answers one write. If the view of the cart cannot be calculated, the caller gets an error, but the change stays
 * stored.
 */
export function settleOne(
  { resolve, reject }: PendingWrite,
  { outcome, overtaken, replayed, state }: Step,
  times: CartTimes,
  commandContext: CommandContext,
  more: readonly Notice[],
): void {
  try {
    if (overtaken) throw refusal('service_revision_mismatch', { revision: times.revision });
    if (!outcome.ok) throw outcome.error;
    const { lineKeys, notices, results } = outcome;
    const cart = viewOf(state, times, commandContext, [...notices, ...more]);
    resolve({ cart, lineKeys, results, replayed, notices });
  } catch (error) {
    reject(error);
  }
}
