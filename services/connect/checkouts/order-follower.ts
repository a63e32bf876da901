import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEvent } from '#contracts/events.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { EventStream } from '#platform/events/event-stream.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { CheckoutChange, CheckoutDocument, CheckoutStore } from '../store/checkouts.ts';
import type { Lease } from '../store/lease.ts';
import { moved } from './record.ts';
import { type FollowedOrder, mostAtOnce, type ShopOrders } from './shop-orders.ts';
import { factOf, isBought } from './states.ts';

/** Milliseconds between two looks for work. */
const stepMs = 500;
/** Milliseconds between two looks for the oldest checkout, which only operators want to know. */
const oldestMs = 10_000;
const retryMs = 60_000;
/** Maximum number of tries if a checkout changes at the same time. */
const maxTries = 5;
/** Maximum number of characters of a trouble. */
const longestTrouble = 300;

/** What was ordered, as it is taken out of a cart. */
interface Ordered {
  readonly cart: string;
  readonly checkout: string;
  readonly lines: FollowedOrder['lines'];
  readonly coupons: readonly string[];
  readonly fees: readonly string[];
}

interface OrderFollowerDeps {
  readonly lease: Pick<Lease, 'isHeld'>;
  readonly store: CheckoutStore;
  readonly shop: Pick<ShopOrders, 'ofCheckouts' | 'orders'>;
  readonly stream: Pick<EventStream, 'publish'>;
  readonly counts: { placed(): void; paid(): void; failed(): void };
  readonly logger: Logger;
  /** Takes what was ordered out of a cart. Has an effect once for each checkout. @throws ServiceError */
  take(ordered: Ordered): Promise<void>;
  now(): number;
}

/**
 * Follows the orders of checkouts while this replica leads: as the journal names them, and by asking for those that wait.
 * A bought order is taken out of its cart.
 */
export class OrderFollower {
  readonly #deps: OrderFollowerDeps;
  #isClosed = false;
  #run: Promise<void> = Promise.resolve();
  #oldestOpen: number | null = null;
  #lookForOldestAt = 0;

  constructor(deps: OrderFollowerDeps) {
    this.#deps = deps;
  }

  /** Seconds since the oldest checkout began that waits for its order; 0 if none does. */
  get oldestOpenSeconds(): number {
    if (this.#oldestOpen === null || !this.#deps.lease.isHeld) return 0;
    return Math.max(0, this.#deps.now() - this.#oldestOpen) / 1_000;
  }

  start(): void {
    this.#run = this.#loop();
  }

  /** Ends after the current step. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#run;
  }

  async #loop(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#deps.lease.isHeld) await this.step();
      } catch (err) {
        this.#deps.logger.warn({ err }, 'checkouts are not followed at the moment');
        await sleep(1_000);
      }
      await sleep(stepMs);
    }
  }

  /** Does what is due. @throws Error if MongoDB or NATS is away; the step is then repeated */
  async step(): Promise<void> {
    const { store, now } = this.#deps;
    const due = await store.due(now(), mostAtOnce);
    if (due.length > 0) await this.#look(due);
    await this.#publish();
    if (now() < this.#lookForOldestAt) return;
    this.#lookForOldestAt = now() + oldestMs;
    this.#oldestOpen = await store.oldestOpen();
  }

  /**
   * Reads orders that the journal names. What fails is left to the question of the next minute, so that an order that
   * cannot be read delays no product.
   */
  async changed(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      const found = await this.#deps.shop.orders(ids);
      for (const id of ids) await this.#note(id, found.get(id));
    } catch (err) {
      this.#deps.counts.failed();
      this.#deps.logger.warn({ err, orders: ids.slice(0, 5) }, 'changed orders could not be read');
    }
  }

  /** Notes a changed order: null cannot be read, undefined is deleted. */
  async #note(id: number, order: FollowedOrder | null | undefined): Promise<void> {
    const { store } = this.#deps;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const named = order?.checkout ? await store.read(order.checkout) : null;
      const found = named ?? (await store.ofOrder(id));
      if (!found || (await this.#apply(found, id, order))) return;
    }
  }

  /** Looks at checkouts whose time has come: what became of their orders, and whether their time is over. */
  async #look(due: readonly CheckoutDocument[]): Promise<void> {
    const { shop, now } = this.#deps;
    try {
      // Nobody has opened the link of a begun checkout, so it has no order.
      const asked = due.filter(({ state }) => state !== 'begun');
      const newest = asked.length > 0 ? await shop.ofCheckouts(asked.map(({ _id }) => _id)) : new Map();
      const orderOf = (one: CheckoutDocument): number | null => newest?.get(one._id)?.order ?? one.order;
      const ids = new Set(asked.flatMap((one) => orderOf(one) ?? []));
      const orders = await shop.orders([...ids]);
      for (const one of due) {
        const id = orderOf(one);
        if (id === null) await this.#wait(one);
        else await this.#apply(one, id, orders.get(id));
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#deps.counts.failed();
      const trouble = error.message.slice(0, longestTrouble);
      for (const one of due) await this.#change(one, { askAt: now() + retryMs, trouble });
    }
  }

  /** Notes that a checkout has no order yet. */
  async #wait(found: CheckoutDocument): Promise<void> {
    const now = this.#deps.now();
    const fact = found.expiresAt <= now ? 'over' : 'waiting';
    await this.#change(found, moved(found, fact, { trouble: '' }, now));
  }

  /**
   * Notes what an order says. What was bought is taken out of the cart. Returns false if the checkout has changed
   * meanwhile.
   */
  async #apply(
    found: CheckoutDocument,
    id: number,
    order: FollowedOrder | null | undefined,
  ): Promise<boolean> {
    const now = this.#deps.now();
    if (order === null) {
      const trouble = `the order ${id} cannot be read`;
      return (await this.#change(found, { askAt: now + retryMs, trouble })) !== null;
    }
    // Another order of the same checkout decides only if it is bought.
    const fact = factOf(order ?? null);
    const isOther = found.order !== null && found.order !== id;
    if (isOther && isBought(found.state) && !(fact === 'paid' && found.state === 'placed')) return true;
    const isOver = fact === 'waiting' && found.expiresAt <= now;
    const change = moved(
      found,
      isOver ? 'over' : fact,
      { order: id, orderStatus: order?.status ?? 'deleted', trouble: '' },
      now,
    );
    const changed = await this.#change(found, change);
    if (!changed) return false;
    this.#count(found, changed);
    if (isBought(changed.state) && !changed.taken) await this.#take(changed, order);
    return true;
  }

  #count(before: CheckoutDocument, after: CheckoutDocument): void {
    const { counts } = this.#deps;
    if (before.state === after.state) return;
    if (isBought(after.state) && !isBought(before.state)) counts.placed();
    if (after.state === 'paid') counts.paid();
  }

  /** Takes what was ordered out of the cart, and notes that it is done. If the cart is away, it is tried again. */
  async #take(found: CheckoutDocument, order: FollowedOrder | undefined): Promise<void> {
    const { now, take } = this.#deps;
    const { _id: checkout, cartKey, handed } = found;
    try {
      if (cartKey !== null) {
        const coupons = handed?.coupons ?? [];
        const fees = handed?.fees.map(({ name }) => name) ?? [];
        const all = handed?.lines.map(({ key, quantity }) => ({ key, quantity })) ?? [];
        const lines = order && order.lines.length > 0 ? order.lines : all;
        await take({ cart: cartKey, checkout, lines, coupons, fees });
      }
      const done = { taken: true, cartKey: null, handed: null, trouble: '' };
      await this.#change(found, moved(found, 'waiting', done, now()));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const trouble = 'what was ordered could not be taken out of the cart';
      this.#deps.logger.warn({ err: error, checkout }, trouble);
      await this.#change(found, { askAt: now() + retryMs, trouble });
    }
  }

  /** Stores a change. Returns null if the checkout has changed since; the next look then sees it. */
  #change(found: CheckoutDocument, change: CheckoutChange): Promise<CheckoutDocument | null> {
    return this.#deps.store.change(found, change);
  }

  /** Publishes the events of moves. Each is published at least once, and receivers know it by its id. */
  async #publish(): Promise<void> {
    const { store, stream } = this.#deps;
    const found = await store.unpublished(mostAtOnce);
    if (found.length === 0) return;
    await stream.publish(found.flatMap((one) => one.events.map((event) => eventOf(one, event))));
    await store.published(found);
  }
}

function eventOf(
  { _id: checkout, account: customer }: CheckoutDocument,
  { id, type, at, state, order }: CheckoutDocument['events'][number],
): AnyEvent {
  return { id, type, at, data: { checkout, state, customer, order } };
}
