import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CartKey } from '#contracts/cart.ts';
import { nobody } from '#contracts/claim.ts';
import type { Notice } from '#contracts/notices.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { TakeOver } from '../domain/commands/take-over.ts';
import type { CartWrite } from '../domain/commands.ts';
import {
  type CartState,
  cartEventOf,
  emptyState,
  encodeState,
  type OutgoingTransfer,
  ownerOf,
  readable,
  stateIn,
} from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';
import type { TransferStore } from '../store/transfer-store.ts';
import type { Expiry } from './expiry.ts';
import type { PendingWrite, WriteResult } from './writes.ts';

/**
 * Milliseconds for which the mark of a transferred cart is stored. Also the minimum lifetime of a cart in
 * transfer.
 */
const markMs = 86_400_000;
/** The sweeper finishes transfers that began at least this many milliseconds ago. */
const interruptedMs = 5_000;
/** Maximum number of transfers that the sweeper finishes in one shard at once. */
const maxAtOnce = 100;
/** Milliseconds for which the sweeper waits for one transfer. */
const sweeperTimeoutMs = 5_000;

/** Maximum number of carts with kept notices, and the milliseconds for which their notices are kept. */
const keptNotices = { max: 1_000, ttl: 900_000 };

export interface TransfersDeps {
  readonly store: Pick<CartStore, 'read'>;
  readonly transferStore: Pick<TransferStore, 'begin' | 'end' | 'forget' | 'moving'>;
  readonly carts: {
    change(key: string, write: CartWrite, context: Context): Promise<Pick<WriteResult, 'notices'>>;
  };
  readonly expiry: Expiry;
  readonly now: () => number;
  readonly newId?: () => string;
}

/** A guest's cart in transfer to a customer's cart. */
interface PendingTransfer {
  readonly from: string;
  readonly state: CartState;
  readonly moving: OutgoingTransfer;
}

/**
 * Transfers guests' carts to the customers who send the keys of these carts. Each cart is transferred exactly once,
 * even after a crash (docs/reference/rules.md#taking-over-the-cart-of-a-guest).
 */
export class Transfers {
  readonly #deps: TransfersDeps;
  /**
   * Notices that no reply about a cart has had yet, by the customer's cart. They are in memory, because requests for one
   * cart go to the same process, and a lost notice changes no cart.
   */
  readonly #kept = new LRUCache<string, readonly Notice[]>(keptNotices);

  constructor(deps: TransfersDeps) {
    this.#deps = deps;
  }

  /**
   * Transfers the guest's cart that the caller names, if the cart has items. Returns notices for the shopper, after those
   * that were kept.
   */
  async transferCarried(context: Context): Promise<readonly Notice[]> {
    const from = carriedKeyOf(context);
    const pending = from === null ? null : await this.#begin(from, context);
    const notices = pending ? await this.#moveItems(pending, context) : [];
    const cart = context.claim?.cart ?? '';
    const kept = this.#kept.get(cart);
    if (kept === undefined) return notices;
    this.#kept.delete(cart);
    return [...kept, ...notices];
  }

  /** Keeps notices of `transferCarried` for the next call about the same cart. */
  keepNotices(notices: readonly Notice[], { claim }: Context): void {
    if (claim?.kind === 'customer' && notices.length > 0) this.#kept.set(claim.cart, notices);
  }

  /** Finishes a shard's interrupted transfers. @throws Error the error of the last transfer that failed */
  async finish(shard: number): Promise<void> {
    let fault: unknown = null;
    for (const from of await this.#deps.transferStore.moving(shard, interruptedMs, maxAtOnce)) {
      await this.#finishOne(from).catch((error: unknown) => {
        fault = error;
      });
    }
    if (fault) throw fault;
  }

  /**
   * Marks a guest's cart as in transfer and returns the transfer. If an earlier request of the customer has
   * marked the cart, returns the earlier transfer. Null if nothing is to be transferred.
   */
  async #begin(from: string, context: Context): Promise<PendingTransfer | null> {
    const { store, transferStore, expiry, now, newId = randomUUID } = this.#deps;
    const to = context.claim?.cart ?? '';
    for (; now() < context.deadline; ) {
      const held = await store.read(from);
      const state = readable(held);
      if (!state) return null;
      if (state.moving) return pendingTransferTo(to, from, state);
      if (state.lines.length === 0) return null;
      const moving: OutgoingTransfer = { to, id: newId(), done: false };
      const marked = { ...state, moving };
      const lifetimeMs = Math.max(expiry.of(from), markMs);
      const event = JSON.stringify(cartEventOf('cart.changed', marked));
      const begin = { from: held, state: encodeState(marked), lifetimeMs, deadline: context.deadline, event };
      if (await transferStore.begin(from, begin)) return { from, state: marked, moving };
    }
    throw unavailable('the deadline has passed');
  }

  /** Adds the guest's items to the customer's cart. Returns notices for the shopper. */
  async #moveItems(pending: PendingTransfer, context: Context): Promise<readonly Notice[]> {
    const { from, state, moving } = pending;
    const take: TakeOver = { kind: 'take-over', from, id: moving.id, guest: state, endedTransferIds: [] };
    const write = { conditions: null, changes: [take], together: null } as const;
    const { notices } = await this.#deps.carts.change(moving.to, write, context);
    // The request does not wait until the guest's cart is replaced by a mark. If the replacement fails, the
    // sweeper finishes the transfer.
    void this.#end(pending).catch(() => {});
    return notices;
  }

  async #end({ from, moving }: PendingTransfer): Promise<void> {
    const { store, transferStore } = this.#deps;
    const held = await store.read(from);
    const state = readable(held);
    if (state?.moving?.id !== moving.id || state.moving.done) return;
    const mark = encodeState({ ...emptyState(state.createdAt), moving: { ...moving, done: true } });
    await transferStore.end(from, held, mark, markMs, moving.to);
  }

  async #finishOne(from: string): Promise<void> {
    const { store, transferStore } = this.#deps;
    const held = await store.read(from);
    const state = readable(held);
    if (!state?.moving || state.moving.done) return transferStore.forget(from, held);
    const pending = { from, state, moving: state.moving };
    await this.#moveItems(pending, await this.#onBehalfOf(state.moving.to));
  }

  /** Returns a context in which the sweeper acts for a customer, with the audience stored in the customer's cart. */
  async #onBehalfOf(to: string): Promise<Context> {
    const own = readable(await this.#deps.store.read(to));
    const audience = own?.audience ?? 'public';
    const claim = { ...nobody, kind: 'customer', account: Number(to), audience, cart: to } as const;
    return { requestId: 'sweeper', deadline: this.#deps.now() + sweeperTimeoutMs, claim };
  }
}

/**
 * Returns the key of a guest's cart that a customer's request contains; null if the request contains no guest's
 * key.
 */
function carriedKeyOf({ claim }: Context): string | null {
  if (claim?.kind !== 'customer') return null;
  const key = CartKey.safeParse(claim.carried);
  return key.success && ownerOf(key.data) === 'guest' ? key.data : null;
}

/** Returns the transfer of a cart to this customer. Null if the transfer is complete or to another customer. */
function pendingTransferTo(to: string, from: string, state: CartState): PendingTransfer | null {
  const { moving } = state;
  return moving && !moving.done && moving.to === to ? { from, state, moving } : null;
}

export function isTransferWrite({ task }: PendingWrite): boolean {
  return task.write.changes.every(({ kind }) => kind === 'take-over');
}

/** A transfer: the key of the guest's cart, and the id of the transfer. */
interface TransferId {
  readonly from: string;
  readonly id: string;
}

/** Returns whether the guest's cart is still marked with this transfer and the transfer is not complete. */
async function isOpen({ from, id }: TransferId, store: Pick<CartStore, 'read'>): Promise<boolean> {
  // With `true`, the read waits until a fail-over can no longer undo the returned state. The transfer depends
  // on this state.
  const { state } = await store.read(from, [], true);
  const moving = state === '' ? null : stateIn(state).moving;
  return moving?.id === id && !moving.done;
}

/**
 * Returns the writes to a customer's cart. Sets `guest` to null in each transfer that is not open in the guest's cart
 * (`isOpen`), so that this transfer has no effect.
 *
 * The caller must read the customer's cart before this check, so that each transfer happens only once:
 * - If another replica records the transfer after the read, the commit fails, because the customer's cart has changed.
 * - If the record was dropped before the read, the transfer had already ended, so this check finds no open transfer.
 */
export function confirmedTransfers(
  writes: readonly PendingWrite[],
  state: CartState,
  store: Pick<CartStore, 'read'>,
): Promise<readonly CartWrite[]> {
  return Promise.all(
    writes.map(async ({ task: { write } }) => {
      const [take] = write.changes;
      if (take?.kind !== 'take-over') return write;
      const recorded = state.transfers.map(async (one) => ((await isOpen(one, store)) ? [] : [one.id]));
      const endedTransferIds = (await Promise.all(recorded)).flat();
      const guest = (await isOpen(take, store)) ? take.guest : null;
      return { ...write, changes: [{ ...take, guest, endedTransferIds }] };
    }),
  );
}
