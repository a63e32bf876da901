import { type Cart, CartKey, type CartStanding, type Notice } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { deadlineCheck, refusal } from '#platform/errors/errors.ts';
import { applyWrites, refusedStep, type Step } from '../domain/apply-writes.ts';
import { type CartWrite, ruleOf } from '../domain/commands.ts';
import { withOwnAddresses } from '../domain/customer/addresses.ts';
import { revalidated } from '../domain/rules/validity.ts';
import { type CartTimes, standingOf, viewOf } from '../domain/view/view.ts';
import type { Accounts } from '../facts/accounts.ts';
import type { CommandContexts } from '../facts/command-contexts.ts';
import type { GuestMemory } from '../limits/guest-memory.ts';
import type { BuiltContext } from '../model/command.ts';
import { requireFittingState } from '../model/limits.ts';
import { type CartState, customerOf, emptyState, encodeState, stateIn } from '../model/state.ts';
import type { CartStore, StoredCart, StoredOutcome } from '../store/cart-store.ts';
import type { Expiry } from './expiry.ts';
import { tagOf } from './tag.ts';
import {
  audienceOf,
  confirmedTransfers,
  emailOf,
  eventOf,
  firstDeadline,
  isTransferWrite,
  longestContext,
  onceKeysOf,
  outcomesToStore,
  type PendingWrite,
  settleOne,
  storedOutcomesOf,
  WriteQueue,
  type WriteRequest,
  type WriteResult,
  withinDeadline,
} from './writes.ts';

const staleNotice: Notice = {
  kind: 'notice',
  text: 'Prices and stock could not be checked just now and may be out of date.',
};

export interface CartsDeps {
  readonly store: Pick<CartStore, 'read' | 'commit' | 'renew' | 'remember'>;
  readonly contexts: Pick<CommandContexts, 'of' | 'forChanges' | 'forView'>;
  readonly accounts: Pick<Accounts, 'addresses'>;
  readonly expiry: Expiry;
  /** Limits the growth of guests' carts. Without this member, the growth is not limited. */
  readonly memory?: Pick<GuestMemory, 'requireRoom' | 'retention'>;
  readonly now: () => number;
}

/** The result of reading a cart. */
interface CartReading {
  readonly standing: CartStanding;
  /**
   * Returns the tag of the view (`tagOf`). Null if clients must not reuse the view, because its data are
   * stale or because this read has removed items.
   */
  tag(): string | null;
  view(): Cart;
}

/** A cart with its decoded state. */
interface FoundCart {
  readonly stored: StoredCart;
  /** The decoded state of the stored cart. */
  readonly storedState: CartState;
  /** The state with the account's addresses; for a guest, the same as `storedState`. */
  readonly state: CartState;
}

/** Reads and changes carts, each write in one atomic commit (docs/reference/rules.md#changes-at-the-same-time). */
export class Carts {
  readonly #deps: CartsDeps;
  /** Two queues, because writes that may use stale data must not wait for writes that need current data. */
  readonly #queues = {
    fresh: new WriteQueue<WriteRequest, WriteResult>((key, writes) => this.#write(key, writes, false)),
    allowStale: new WriteQueue<WriteRequest, WriteResult>((key, writes) => this.#write(key, writes, true)),
  };

  constructor(deps: CartsDeps) {
    this.#deps = deps;
  }

  /** Returns the current cart. Writes to Redis only to remove invalid items and to renew the expiry. */
  async read(key: string, context: Context): Promise<Cart> {
    return (await this.reading(key, context)).view();
  }

  /** Reads the cart as `read` does, but calculates the view only when `view` is called. */
  async reading(key: string, context: Context): Promise<CartReading> {
    const { stored, storedState, state } = await this.#find(key, [], context);
    if (state.moving) return this.reading(freshKey(context), context);
    const built = await this.#deps.contexts.of([state], context, customerOf(key));
    if (!built.stale && revalidated(state, built.context).state !== state) {
      const write: CartWrite = { conditions: null, changes: [{ kind: 'revalidate' }], together: null };
      const { cart } = await this.change(key, write, context);
      return { standing: cart, tag: () => null, view: () => cart };
    }
    const times = await this.#renewed(key, stored, state.createdAt);
    const shown = await this.#deps.contexts.forView(built.context, state, context);
    return {
      standing: standingOf(times),
      tag: () =>
        built.stale ? null : tagOf(key, state === storedState ? stored.state : encodeState(state), shown),
      view: () => viewOf(state, times, shown, built.stale ? [staleNotice] : []),
    };
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#deps.store.read(key)).revision > 0;
  }

  /** Applies a write. Writes that wait for the same cart can share one commit. @throws ServiceError */
  change(key: string, write: CartWrite, context: Context): Promise<WriteResult> {
    const { fresh, allowStale } = this.#queues;
    const queue = write.changes.every((change) => ruleOf(change).mayBeStale(change)) ? allowStale : fresh;
    return queue.push(key, { write, context });
  }

  /**
   * Applies writes in one commit. If another commit came first, applies the writes again to the newer cart.
   * With `allowStale`, the writes may use older data while the catalogue does not answer.
   */
  async #write(key: string, writes: readonly PendingWrite[], allowStale: boolean): Promise<void> {
    const { contexts, now } = this.#deps;
    for (
      let remaining = withinDeadline(writes, now());
      remaining.length > 0;
      remaining = withinDeadline(remaining, now())
    ) {
      const onceKeys = onceKeysOf(remaining);
      const found = await this.#find(key, onceKeys, longestContext(remaining));
      const { stored, state } = found;
      if (state.moving) return this.#applyToNewCart(found, remaining, onceKeys);
      const writes = await confirmedTransfers(remaining, state, this.#deps.store);
      const changes = writes.flatMap((write) => write.changes);
      const options = { context: longestContext(remaining), allowStale, customerId: customerOf(key) };
      const built = await contexts.forChanges(state, changes, options);
      const start = { revision: stored.revision, state, storedOutcomes: storedOutcomesOf(stored, onceKeys) };
      const checks = remaining.map(({ task }) => deadlineCheck(task.context.deadline, now));
      const steps = applyWrites(start, writes, built, checks);
      const result = await this.#commit(key, found, remaining, steps);
      if (result === 'too large together') return this.#oneByOne(key, remaining, allowStale);
      if (result !== 'raced') return this.#settle(remaining, steps, stored.revision, result, built);
    }
  }

  /**
   * Reads a cart and the outcomes of the idempotency keys `onceKeys`. The state is empty if the cart is not stored. A
   * customer's cart gets the account's addresses once (`prefilled`), when auth answers.
   */
  async #find(key: string, onceKeys: readonly string[], context: Context): Promise<FoundCart> {
    const { store, accounts, now } = this.#deps;
    const stored = await store.read(key, onceKeys);
    const storedState = stored.state === '' ? emptyState(now()) : stateIn(stored.state);
    if (storedState.prefilled || customerOf(key) === '') return { stored, storedState, state: storedState };
    const own = await accounts.addresses(context);
    return { stored, storedState, state: own ? withOwnAddresses(storedState, own.addresses) : storedState };
  }

  /**
   * Commits the result of the writes and returns the cart's times. Commits nothing and returns:
   * - `raced` if another commit came first, a write is a repetition, or a deadline has passed
   * - `too large together` if the writes together make the cart too large; some of the writes may still fit
   */
  async #commit(
    key: string,
    { stored, storedState, state: before }: FoundCart,
    writes: readonly PendingWrite[],
    steps: readonly Step[],
  ): Promise<CartTimes | 'raced' | 'too large together'> {
    const { store, expiry } = this.#deps;
    const changes = steps.flatMap((step, index) =>
      step.changed ? [{ state: step.state, conditions: writes[index]?.task.write.conditions ?? null }] : [],
    );
    const after = changes.at(-1)?.state;
    if (!after) {
      const remembered = await this.#remember(key, stored, writes, steps);
      return remembered ? this.#timesOf(key, stored, before.createdAt) : 'raced';
    }
    const state = encodeState({ ...after, audience: audienceOf(writes) });
    try {
      // A transfer adds only data that fit into the cart, so the size is not checked.
      if (!writes.every(isTransferWrite)) requireFittingState(state);
    } catch (error) {
      if (writes.length > 1) return 'too large together';
      if (!(await this.#remember(key, stored, writes, [refusedStep(before, error)]))) return 'raced';
      throw error;
    }
    this.#requireRoom(key, stored, state, writes);
    const committed = await store.commit(key, {
      from: stored,
      state,
      lifetimeMs: stored.revision === 0 ? expiry.ofNew(key) : expiry.of(key),
      emailBefore: emailOf(storedState),
      email: emailOf(after),
      events: changes.map(({ state, conditions }, index) =>
        eventOf(state, conditions, stored.revision === 0 && index === 0),
      ),
      deadline: firstDeadline(writes),
      remembered: this.#outcomesToStore(key, writes, steps),
    });
    if (!committed) return 'raced';
    return expiry.timesOf(key, { ...committed, createdAt: after.createdAt });
  }

  /** Checks the growth of the cart. @throws ServiceError if the memory of Redis may not grow by this much */
  #requireRoom(key: string, stored: StoredCart, state: string, writes: readonly PendingWrite[]): void {
    const growth = { key, before: Buffer.byteLength(stored.state), after: Buffer.byteLength(state) };
    this.#deps.memory?.requireRoom(growth, longestContext(writes));
  }

  /**
   * Returns the outcomes to store, and for how long Redis keeps each outcome. `GuestMemory` may shorten this time.
   */
  #outcomesToStore(
    key: string,
    writes: readonly PendingWrite[],
    steps: readonly Step[],
  ): readonly StoredOutcome[] {
    const all = outcomesToStore(writes, steps);
    return this.#deps.memory?.retention(key, all, longestContext(writes)) ?? all;
  }

  /** Stores the outcomes of writes that changed nothing. Returns false if one of the writes is a repetition. */
  async #remember(
    key: string,
    stored: StoredCart,
    writes: readonly PendingWrite[],
    steps: readonly Step[],
  ): Promise<boolean> {
    const remembered = this.#outcomesToStore(key, writes, steps);
    if (remembered.length === 0) return true;
    // If no cart is stored yet, an outcome takes as much memory as a new cart, so the same limit applies.
    if (stored.revision === 0) this.#requireRoom(key, stored, '', writes);
    return this.#deps.store.remember(key, remembered);
  }

  /** Renews the expiry of a cart that was only read, if the renewal is due. Returns the cart's times. */
  async #renewed(key: string, cart: StoredCart, createdAt: number): Promise<CartTimes> {
    const { store, expiry, now } = this.#deps;
    const times = this.#timesOf(key, cart, createdAt);
    if (cart.revision === 0 || now() < times.renewsAt) return times;
    const expiresAt = await store.renew(key, expiry.of(key), times.expiresAt - times.renewsAt);
    return expiresAt === null ? times : expiry.timesOf(key, { ...cart, expiresAt, createdAt });
  }

  /** Returns the times of a cart. A cart with revision 0 is not stored yet, and its lifetime begins now. */
  #timesOf(key: string, { revision, expiresAt: end }: StoredCart, createdAt: number): CartTimes {
    const { expiry, now } = this.#deps;
    const expiresAt = revision === 0 ? now() + expiry.ofNew(key) : end;
    return expiry.timesOf(key, { revision, expiresAt, createdAt });
  }

  async #oneByOne(key: string, writes: readonly PendingWrite[], allowStale: boolean): Promise<void> {
    for (const one of writes)
      await this.#write(key, [one], allowStale).catch((error: unknown) => one.reject(error));
  }

  /** Answers each write with the cart and the revision right after this write. */
  async #settle(
    writes: readonly PendingWrite[],
    steps: readonly Step[],
    from: number,
    times: CartTimes,
    { context: commandContext, stale }: BuiltContext,
  ): Promise<void> {
    const last = steps.at(-1)?.state;
    const context = longestContext(writes);
    const shown = last ? await this.#deps.contexts.forView(commandContext, last, context) : commandContext;
    let ahead = steps.filter(({ changed }) => changed).length;
    let revision = from;
    for (const [index, step] of steps.entries()) {
      if (step.changed) {
        ahead -= 1;
        revision = times.revision - ahead;
      }
      const more = stale ? [staleNotice] : [];
      settleOne(writes[index] as PendingWrite, step, { ...times, revision }, shown, more);
    }
  }

  /**
   * Applies a guest's pending writes to the guest's new cart, after the old cart was transferred. A repeated write gets
   * its stored outcome.
   */
  async #applyToNewCart(
    { stored }: FoundCart,
    writes: readonly PendingWrite[],
    onceKeys: readonly string[],
  ): Promise<void> {
    const { contexts, expiry, now } = this.#deps;
    const storedOutcomes = storedOutcomesOf(stored, onceKeys);
    const state = emptyState(now());
    const again = async (one: PendingWrite) => {
      const { write, context } = one.task;
      const key = freshKey(context);
      if (!write.conditions || !storedOutcomes.has(write.conditions.once.key)) {
        return one.resolve(await this.change(key, write, context));
      }
      const built = await contexts.of([state], context);
      const steps = applyWrites({ revision: 0, state, storedOutcomes }, [write], built);
      const end = now() + expiry.of(key);
      const times = expiry.timesOf(key, { revision: 0, expiresAt: end, createdAt: now() });
      return this.#settle([one], steps, 0, times, built);
    };
    await Promise.all(writes.map((one) => again(one).catch((error: unknown) => one.reject(error))));
  }
}

/**
 * Returns the cart key for the new cart of a guest, after the guest's old cart was transferred.
 *
 * @throws ServiceError if `fresh` in the caller's claim is not the key of a guest's cart
 */
function freshKey({ claim }: Context): string {
  const key = CartKey.safeParse(claim?.fresh);
  if (!key.success || customerOf(key.data) !== '') throw refusal('service_not_allowed', {});
  return key.data;
}
