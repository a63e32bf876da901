import { type Cart, CartKey, type CartStanding } from '#contracts/cart.ts';
import type { Notice } from '#contracts/notices.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { deadlineCheck, refusal } from '#platform/errors/errors.ts';
import { applyWrites, type Step } from '../domain/apply-writes.ts';
import { type CartWrite, ruleOf } from '../domain/commands.ts';
import { withOwnAddresses } from '../domain/customer/addresses.ts';
import { revalidated } from '../domain/rules/validity.ts';
import { type CartTimes, standingOf, viewOf } from '../domain/view/view.ts';
import type { Accounts } from '../facts/accounts.ts';
import type { CommandContexts } from '../facts/command-contexts.ts';
import type { BuiltContext } from '../model/command.ts';
import { customerOf, emptyState, encodeState, stateIn } from '../model/state.ts';
import type { CartStore, StoredCart } from '../store/cart-store.ts';
import { type CommitDeps, commitSteps, type FoundCart } from './commit.ts';
import { tagOf } from './tag.ts';
import { confirmedTransfers } from './transfers.ts';
import {
  longestContext,
  onceKeysOf,
  type PendingWrite,
  WriteQueue,
  type WriteResult,
  withinDeadline,
} from './writes.ts';

const staleNotice: Notice = { kind: 'notice', code: 'data_stale', data: {} };

export interface CartsDeps extends CommitDeps {
  readonly store: Pick<CartStore, 'read' | 'renew'> & CommitDeps['store'];
  readonly contexts: Pick<CommandContexts, 'of' | 'forChanges' | 'forView'>;
  readonly accounts: Pick<Accounts, 'addresses'>;
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

/**
 * Reads and changes carts, each write in one atomic commit (docs/reference/rules.md#changes-at-the-same-time). `reading`
 * and `#write` are the lists of what happens, step by step. The steps follow them.
 */
export class Carts {
  readonly #deps: CartsDeps;
  /** Two queues, because writes that may use stale data must not wait for writes that need current data. */
  readonly #queues = {
    fresh: new WriteQueue((key, writes) => this.#write(key, writes, false)),
    allowStale: new WriteQueue((key, writes) => this.#write(key, writes, true)),
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
    const found = await this.#find(key, [], context);
    if (found.state.moving) return this.reading(freshKey(context), context);
    const built = await this.#deps.contexts.of([found.state], context, customerOf(key));
    if (hasInvalidItems(found, built)) return this.#removeInvalidItems(key, context);
    const times = await this.#renew(key, found);
    const shown = await this.#deps.contexts.forView(built.context, found.state, context);
    return {
      standing: standingOf(times),
      tag: () => (built.stale ? null : tagOf(key, encodedState(found), shown)),
      view: () => viewOf(found.state, times, shown, staleNotices(built)),
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
  async #write(key: string, pending: readonly PendingWrite[], allowStale: boolean): Promise<void> {
    const { contexts, store, now } = this.#deps;
    let writes = withinDeadline(pending, now());
    while (writes.length > 0) {
      const context = longestContext(writes);
      const found = await this.#find(key, onceKeysOf(writes), context);
      if (found.state.moving) return this.#writeToNewCarts(found, writes);
      const confirmed = await confirmedTransfers(writes, found.state, store);
      const changes = confirmed.flatMap((write) => write.changes);
      const options = { context, allowStale, customerId: customerOf(key) };
      const built = await contexts.forChanges(found.state, changes, options);
      const deadlines = writes.map(({ task }) => deadlineCheck(task.context.deadline, now));
      const steps = applyWrites(found, confirmed, built, deadlines);
      const committed = await commitSteps(this.#deps, key, found, writes, steps);
      if (committed === 'too large together') return this.#writeOneByOne(key, writes, allowStale);
      if (committed !== 'raced') return this.#reply(writes, steps, found.revision, committed, built);
      writes = withinDeadline(writes, now());
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
    const storedOutcomes = outcomesByKey(stored, onceKeys);
    const found = { stored, storedState, revision: stored.revision, storedOutcomes, state: storedState };
    if (storedState.prefilled || customerOf(key) === '') return found;
    const own = await accounts.addresses(context);
    return own ? { ...found, state: withOwnAddresses(storedState, own.addresses) } : found;
  }

  /** Removes invalid items from a cart that is only read. */
  async #removeInvalidItems(key: string, context: Context): Promise<CartReading> {
    const write: CartWrite = { conditions: null, changes: [{ kind: 'revalidate' }], together: null };
    const { cart } = await this.change(key, write, context);
    return { standing: cart, tag: () => null, view: () => cart };
  }

  /** Renews the expiry of a cart that was only read, if the renewal is due. Returns the cart's times. */
  async #renew(key: string, { stored, state: { createdAt } }: FoundCart): Promise<CartTimes> {
    const { store, expiry, now } = this.#deps;
    const times = expiry.timesOfStored(key, stored, createdAt, now());
    if (stored.revision === 0 || now() < times.renewsAt) return times;
    const expiresAt = await store.renew(key, expiry.of(key), times.expiresAt - times.renewsAt);
    return expiresAt === null ? times : expiry.timesOf(key, { ...stored, expiresAt, createdAt });
  }

  async #writeOneByOne(key: string, writes: readonly PendingWrite[], allowStale: boolean): Promise<void> {
    for (const one of writes)
      await this.#write(key, [one], allowStale).catch((error: unknown) => one.reject(error));
  }

  /**
   * Applies a guest's pending writes to the guest's new cart, after the old cart was transferred. A repeated write gets
   * its stored outcome.
   */
  async #writeToNewCarts({ storedOutcomes }: FoundCart, writes: readonly PendingWrite[]): Promise<void> {
    const { contexts, expiry, now } = this.#deps;
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
      return this.#reply([one], steps, 0, times, built);
    };
    await Promise.all(writes.map((one) => again(one).catch((error: unknown) => one.reject(error))));
  }

  /** Answers each write with the cart and the revision right after this write. `from` is the revision before all. */
  async #reply(
    writes: readonly PendingWrite[],
    steps: readonly Step[],
    from: number,
    times: CartTimes,
    built: BuiltContext,
  ): Promise<void> {
    const last = steps.at(-1)?.state;
    const context = longestContext(writes);
    const shown = last ? await this.#deps.contexts.forView(built.context, last, context) : built.context;
    let ahead = steps.filter(({ changed }) => changed).length;
    let revision = from;
    for (const [index, step] of steps.entries()) {
      if (step.changed) {
        ahead -= 1;
        revision = times.revision - ahead;
      }
      const { resolve, reject } = writes[index] as PendingWrite;
      try {
        resolve(resultOf(step, { ...times, revision }, { context: shown, stale: built.stale }));
      } catch (error) {
        // If only the view cannot be calculated, the change stays stored.
        reject(error);
      }
    }
  }
}

/** Returns a map from the idempotency keys to the stored outcomes. Keys without a stored outcome are left out. */
function outcomesByKey({ outcomes }: StoredCart, onceKeys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    onceKeys.flatMap((key, index) => {
      const outcome = outcomes[index];
      return outcome ? [[key, outcome] as const] : [];
    }),
  );
}

/** Returns whether a cart has items that are no longer valid. With stale data, no item counts as invalid. */
function hasInvalidItems({ state }: FoundCart, { context, stale }: BuiltContext): boolean {
  return !stale && revalidated(state, context).state !== state;
}

function encodedState({ stored, storedState, state }: FoundCart): string {
  return state === storedState ? stored.state : encodeState(state);
}

function staleNotices({ stale }: BuiltContext): readonly Notice[] {
  return stale ? [staleNotice] : [];
}

/** Returns the result of a write for its caller. @throws ServiceError if the write was refused */
function resultOf(
  { outcome, overtaken, replayed, state }: Step,
  times: CartTimes,
  built: BuiltContext,
): WriteResult {
  if (overtaken) throw refusal('service_revision_mismatch', { revision: times.revision });
  if (!outcome.ok) throw outcome.error;
  const { lineKeys, notices, results } = outcome;
  const cart = viewOf(state, times, built.context, [...notices, ...staleNotices(built)]);
  return { cart, lineKeys, results, replayed, notices };
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
