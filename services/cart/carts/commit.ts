// A file of its own, because it says what a commit stores, apart from the steps before and after it.
import type { Audience } from '#contracts/audience.ts';
import type { WriteConditions } from '#contracts/write.ts';
import { statusOf } from '#platform/errors/errors.ts';
import { writeDigest } from '#platform/events/digests.ts';
import { refusedStep, type Start, type Step } from '../domain/apply-writes.ts';
import type { CartTimes } from '../domain/view/view.ts';
import type { GuestMemory } from '../limits/guest-memory.ts';
import { requireFittingState } from '../model/limits.ts';
import { rememberedOutcome } from '../model/outcome.ts';
import { type CartState, cartEventOf, encodeState } from '../model/state.ts';
import type { CartStore, StoredCart, StoredOutcome } from '../store/cart-store.ts';
import type { Expiry } from './expiry.ts';
import { isTransferWrite } from './transfers.ts';
import { longestContext, type PendingWrite } from './writes.ts';

export interface CommitDeps {
  readonly store: Pick<CartStore, 'commit' | 'remember'>;
  readonly expiry: Expiry;
  /** Limits the growth of guests' carts. Without this member, the growth is not limited. */
  readonly memory?: Pick<GuestMemory, 'requireRoom' | 'retention'>;
  readonly now: () => number;
}

/**
 * A cart as it was found, with its decoded state. `state` is the state with the account's addresses; for a guest, the
 * same as `storedState`.
 */
export interface FoundCart extends Start {
  readonly stored: StoredCart;
  /** The decoded state of the stored cart. */
  readonly storedState: CartState;
}

/**
 * The times of the cart after a commit. Nothing was committed if it is:
 * - `raced`: another commit came first, a write is a repetition, or a deadline has passed
 * - `too large together`: the writes together make the cart too large; some of the writes may still fit
 */
type CommitResult = CartTimes | 'raced' | 'too large together';

/**
 * Commits the steps of writes: in one atomic script the new state, the events of the changes for the outbox, and the
 * outcomes of the writes. If no step changed the cart, only the outcomes are stored.
 *
 * @throws ServiceError if a single write makes the cart too large, or if the memory of Redis may not grow
 */
export async function commitSteps(
  deps: CommitDeps,
  key: string,
  found: FoundCart,
  writes: readonly PendingWrite[],
  steps: readonly Step[],
): Promise<CommitResult> {
  const { store, expiry, now } = deps;
  const { stored, storedState } = found;
  const changes = steps.flatMap((step, index) =>
    step.changed ? [{ state: step.state, conditions: writes[index]?.task.write.conditions ?? null }] : [],
  );
  const after = changes.at(-1)?.state;
  if (!after) {
    const remembered = await remember(deps, key, stored, writes, steps);
    return remembered ? expiry.timesOfStored(key, stored, found.state.createdAt, now()) : 'raced';
  }
  const state = encodeState({ ...after, audience: audienceOf(writes) });
  try {
    // A transfer adds only data that fit into the cart, so the size is not checked.
    if (!writes.every(isTransferWrite)) requireFittingState(state);
  } catch (error) {
    if (writes.length > 1) return 'too large together';
    if (!(await remember(deps, key, stored, writes, [refusedStep(found.state, error)]))) return 'raced';
    throw error;
  }
  requireRoom(deps, key, stored, state, writes);
  const committed = await store.commit(key, {
    from: stored,
    state,
    lifetimeMs: stored.revision === 0 ? expiry.ofNew(key) : expiry.of(key),
    emailBefore: emailOf(storedState),
    email: emailOf(after),
    events: changes.map(({ state, conditions }, index) =>
      eventOf(state, conditions, stored.revision === 0 && index === 0),
    ),
    deadline: Math.min(...writes.map(({ task }) => task.context.deadline)),
    remembered: outcomesToStore(deps, key, writes, steps),
  });
  if (!committed) return 'raced';
  return expiry.timesOf(key, { ...committed, createdAt: after.createdAt });
}

/** Stores the outcomes of writes that changed nothing. Returns false if one of the writes is a repetition. */
async function remember(
  deps: CommitDeps,
  key: string,
  stored: StoredCart,
  writes: readonly PendingWrite[],
  steps: readonly Step[],
): Promise<boolean> {
  const remembered = outcomesToStore(deps, key, writes, steps);
  if (remembered.length === 0) return true;
  // If no cart is stored yet, an outcome takes as much memory as a new cart, so the same limit applies.
  if (stored.revision === 0) requireRoom(deps, key, stored, '', writes);
  return deps.store.remember(key, remembered);
}

/** Checks the growth of the cart. @throws ServiceError if the memory of Redis may not grow by this much */
function requireRoom(
  { memory }: CommitDeps,
  key: string,
  stored: StoredCart,
  state: string,
  writes: readonly PendingWrite[],
): void {
  const growth = { key, before: Buffer.byteLength(stored.state), after: Buffer.byteLength(state) };
  memory?.requireRoom(growth, longestContext(writes));
}

/**
 * Returns the outcomes to store, so that a repeated write gets the same answer, and for how long Redis keeps each
 * outcome. `GuestMemory` may shorten this time.
 */
function outcomesToStore(
  { memory }: CommitDeps,
  key: string,
  writes: readonly PendingWrite[],
  steps: readonly Step[],
): readonly StoredOutcome[] {
  const all = writes.flatMap(({ task: { write, context } }, index) => {
    const step = steps[index];
    if (!step || step.replayed || !write.conditions) return [];
    const { once } = write.conditions;
    return isWorthRemembering(step, once.origin === 'client' || context.repeated === true)
      ? [rememberedOutcome(once, step.outcome)]
      : [];
  });
  return memory?.retention(key, all, longestContext(writes)) ?? all;
}

/**
 * Returns whether an outcome is stored. Every success is. A refusal is if the client chose the idempotency key, or if an
 * earlier try of the request may still run (`mayBeRepeated`). Server errors, and refusals because of the idempotency key
 * or the revision, never are.
 */
function isWorthRemembering({ outcome }: Step, mayBeRepeated: boolean): boolean {
  if (outcome.ok) return true;
  const { code } = outcome.error;
  const isOfRequest = code !== 'service_idempotency_key_reused' && code !== 'service_revision_mismatch';
  return isOfRequest && mayBeRepeated && statusOf(outcome.error) < 500;
}

/** Returns the audience of the cart's owner; `public` for a guest. */
function audienceOf(writes: readonly PendingWrite[]): Audience {
  const claim = writes.at(-1)?.task.context.claim;
  return claim?.kind === 'customer' ? claim.audience : 'public';
}

/** Returns the billing e-mail address in lower case, by which managers search carts. Empty without an address. */
function emailOf({ customer }: CartState): string {
  return customer.billing.email.toLowerCase();
}

/**
 * Returns the event of a change as JSON. The event contains the digest of the write's idempotency key, so that
 * consumers can find the write that made a revision.
 */
function eventOf(
  state: Pick<CartState, 'lines'>,
  conditions: WriteConditions | null,
  isFirst: boolean,
): string {
  const event = cartEventOf(isFirst ? 'cart.created' : 'cart.changed', state);
  return JSON.stringify(conditions ? { ...event, write: writeDigest(conditions.once.key) } : event);
}
