import type { Audience } from '#contracts/audience.ts';
import type { Cart, Notice } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal, statusOf, unavailable } from '#platform/errors/errors.ts';
import type { CommandContext } from '../domain/command-context.ts';
import type { CartWrite } from '../domain/commands.ts';
import type { Step } from '../domain/fold.ts';
import { type Part, rememberedOutcome } from '../domain/outcome.ts';
import { type Life, viewOf } from '../domain/view/view.ts';
import type { Held, Remembered } from '../store/cart-store.ts';
import type { Waiting } from './fold-queue.ts';

/** With less time than this left, a write is not begun any more. Milliseconds. */
const leastMs = 20;

/** A write and what is known of its call. */
export interface Asked {
  readonly write: CartWrite;
  readonly context: Context;
}

/** What a write comes to for its caller. */
export interface Changed {
  readonly cart: Cart;
  /** The lines that the write was about. */
  readonly lineKeys: readonly string[];
  /** What each of several changes came to; null for a single one. */
  readonly parts: readonly Part[] | null;
  readonly replayed: boolean;
  /** What the shopper is told of the write itself. */
  readonly notices: readonly Notice[];
}

/** A write whose caller waits for its commit. */
export type PendingWrite = Waiting<Asked, Changed>;

/** The writes that somebody still waits for at this moment; the others are refused, having done nothing. */
export function inTime(waiting: readonly PendingWrite[], now: number): readonly PendingWrite[] {
  return waiting.filter(({ task, reject }) => {
    const hasTime = task.context.deadline > now + leastMs;
    if (!hasTime) reject(unavailable('the deadline has passed'));
    return hasTime;
  });
}

/** The moment after which the first of them has nobody waiting any more, in Unix milliseconds. */
export function firstDeadline(waiting: readonly PendingWrite[]): number {
  return Math.min(...waiting.map(({ task }) => task.context.deadline));
}

/** The context of the write that may wait longest. */
export function longestContext(waiting: readonly PendingWrite[]): Context {
  const all = waiting.map(({ task }) => task.context);
  return all.reduce((one, other) => (other.deadline > one.deadline ? other : one));
}

/** Whom the owner of a cart is shown prices as: a guest's is everybody's. */
export function audienceOf(waiting: readonly PendingWrite[]): Audience {
  const claim = waiting.at(-1)?.task.context.claim;
  return claim?.kind === 'customer' ? claim.audience : 'public';
}

/** Idempotency keys of the writes that carry one. */
export function onceKeysOf(waiting: readonly PendingWrite[]): string[] {
  return waiting.flatMap(({ task: { write } }) => (write.marks ? [write.marks.once.key] : []));
}

/** The outcomes that are remembered under these keys. */
export function recalledOf(held: Held, onceKeys: readonly string[]): ReadonlyMap<string, string> {
  const recalled = new Map<string, string>();
  for (const [index, key] of onceKeys.entries()) {
    const outcome = held.outcomes[index];
    if (outcome) recalled.set(key, outcome);
  }
  return recalled;
}

/**
 * What is remembered of each write. A success in any case; a refusal only where another answer to the same request
 * could be in the world: for a client that named a key, and for a request that the gateway sends again. One about the
 * key or the revision says nothing of what was asked.
 */
export function toRemember(waiting: readonly PendingWrite[], steps: readonly Step[]): Remembered[] {
  return waiting.flatMap(({ task: { write, context } }, index) => {
    const step = steps[index];
    if (!step || step.replayed || !write.marks) return [];
    const { once } = write.marks;
    return isWorthRemembering(step, once.origin === 'client' || context.repeated === true)
      ? [rememberedOutcome(once, step.outcome)]
      : [];
  });
}

function isWorthRemembering({ outcome }: Step, mayBeAskedAgain: boolean): boolean {
  if (outcome.ok) return true;
  const { code } = outcome.error;
  const isOfRequest = code !== 'service_idempotency_key_reused' && code !== 'service_revision_mismatch';
  return isOfRequest && mayBeAskedAgain && statusOf(outcome.error) < 500;
}

/** Ends one write. A view that cannot be made is this write's fault alone: what was committed stays. */
export function settleOne(
  { resolve, reject }: PendingWrite,
  { outcome, overtaken, replayed, state }: Step,
  life: Life,
  world: CommandContext,
  more: readonly Notice[],
): void {
  try {
    if (overtaken) throw refusal('service_revision_mismatch', { revision: life.revision });
    if (!outcome.ok) throw outcome.error;
    const { lineKeys, notices, parts } = outcome;
    const cart = viewOf(state, life, world, [...notices, ...more]);
    resolve({ cart, lineKeys, parts, replayed, notices });
  } catch (error) {
    reject(error);
  }
}
