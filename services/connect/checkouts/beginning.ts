import { hash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Cart } from '#contracts/cart.ts';
import type { beginCheckout } from '#contracts/checkouts.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { cartDigest, writeDigest } from '#platform/events/digests.ts';
import { within } from '#platform/time/within.ts';
import {
  type CheckoutChange,
  type CheckoutDocument,
  type CheckoutStore,
  keptMs,
} from '../store/checkouts.ts';
import { handedCart } from './handed-cart.ts';
import { linkMs, moved, shownCheckout } from './record.ts';
import type { ShopOrders } from './shop-orders.ts';
import { isOpenable, isPlaced } from './states.ts';

type Request = z.output<typeof beginCheckout.request>;
type Reply = z.input<typeof beginCheckout.reply>;

/** Milliseconds before the deadline at which the answer of the shop is no longer awaited. */
const replyMs = 250;
/** Maximum number of links and of idempotency keys that a checkout remembers; the oldest go first. */
const mostLinks = 8;

export interface BeginningDeps {
  readonly store: CheckoutStore;
  readonly shop: Pick<ShopOrders, 'ofCheckouts'>;
  /** Address of the shop, without a slash at its end. */
  readonly shopUrl: string;
  readonly counts: { begun(): void };
  now(): number;
}

/** Returns the digest of a token as it is stored. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** A checkout, and the token of its new link. Null if it may not be opened any more. */
interface Linked {
  readonly checkout: CheckoutDocument;
  readonly token: string | null;
}

/** Begins checkouts: stores them first, then asks the shop whether it takes them, and gives out the link. */
export class Beginning {
  readonly #deps: BeginningDeps;

  constructor(deps: BeginningDeps) {
    this.#deps = deps;
  }

  /** Begins a checkout, or returns the open one of the cart and its revision. @throws ServiceError */
  async begin(request: Request, context: Context): Promise<Reply> {
    const { cart, once } = request;
    const key = ownKey(cart.key, context);
    const digest = cartDigest(key);
    const earlier =
      once.origin === 'client' ? await this.#deps.store.ofOnce(digest, writeDigest(once.key)) : null;
    if (earlier) requireSameRequest(earlier, once);
    const replayed = earlier !== null;
    // The link is stored before the shop is asked, so that little is left to do when its answer is late.
    const { checkout, token } = earlier
      ? await this.#withLink(earlier, request)
      : await this.#foundOrStored(digest, request, context);
    if (token === null) return { checkout: shownCheckout(checkout), url: null, confirmed: true, replayed };
    const confirmed = await this.#ask(checkout, context);
    const url = `${this.#deps.shopUrl}/?wc-ajax=cartwright_checkout&token=${token}`;
    return { checkout: shownCheckout(checkout), url, confirmed, replayed };
  }

  /**
   * Returns the open checkout of a cart and its revision, which is stored first if there is none.
   *
   * @throws ServiceError as `requireTotal` and `#requireNotOrdered`
   */
  async #foundOrStored(digest: string, request: Request, context: Context): Promise<Linked> {
    const { store, now, counts } = this.#deps;
    const open = `${digest} ${request.cart.revision}`;
    for (; now() < context.deadline; ) {
      const ofCart = await store.ofCart(digest);
      requireTotal(ofCart, request);
      const found = ofCart.find((one) => one.open === open);
      if (found) return this.#withLink(found, request);
      await this.#requireNotOrdered(ofCart, context);
      const { token, link } = newLink(now());
      const checkout = { ...newCheckout(digest, request, context, now()), tokens: [link] };
      if (!(await store.add(checkout))) continue;
      counts.begun();
      await this.#endOlder(ofCart);
      return { checkout, token };
    }
    throw unavailable('the deadline has passed');
  }

  /**
   * Checks that no earlier checkout of the cart was ordered just now: then what was ordered leaves the cart first.
   *
   * @throws ServiceError `service_unavailable`; the next try finds the changed cart
   */
  async #requireNotOrdered(earlier: readonly CheckoutDocument[], { deadline }: Context): Promise<void> {
    const { shop, store, now } = this.#deps;
    // An order that cannot be read holds up no shopper.
    const opened = earlier.filter(({ state, trouble }) => state === 'handed-over' && trouble === '');
    if (opened.length === 0) return;
    const asked = shop.ofCheckouts(opened.map(({ _id }) => _id));
    const waitMs = Math.max(0, deadline - 2 * replyMs - now());
    // A shop that does not answer is asked again for the new checkout.
    const orders = await within(waitMs, asked, () => new Problem('the shop is slow')).catch(() => null);
    void asked.catch(() => undefined);
    const ordered = opened.find(({ _id }) => isPlaced(orders?.get(_id)?.status ?? 'pending'));
    if (!ordered) return;
    await store.change(ordered, { askAt: now() });
    throw unavailable('an order of this cart was placed just now');
  }

  /** Ends links of earlier revisions that nobody has opened, because the cart has changed since. */
  async #endOlder(earlier: readonly CheckoutDocument[]): Promise<void> {
    const { store, now } = this.#deps;
    for (const older of earlier)
      if (older.state === 'begun') await store.change(older, moved(older, 'over', {}, now()));
  }

  /**
   * Asks the shop whether it takes the checkout. Returns false if it does not answer before the deadline.
   *
   * @throws ServiceError `service_unavailable` if the shop is away, `service_checkout_not_configured` without its plugin
   */
  async #ask(found: CheckoutDocument, { deadline }: Context): Promise<boolean> {
    const { shop, now } = this.#deps;
    const late = new Error('the shop is slow');
    const asked = shop.ofCheckouts([found._id]);
    try {
      const orders = await within(Math.max(0, deadline - replyMs - now()), asked, () => late);
      if (orders === null) throw refusal('service_checkout_not_configured', { reason: 'plugin' });
      return true;
    } catch (error) {
      // Nobody waits for the answer any more.
      void asked.catch(() => undefined);
      if (error === late) return false;
      throw error instanceof Problem ? unavailable(error) : error;
    }
  }

  /** Stores a new link of a checkout. The token is null if an order was placed meanwhile. */
  async #withLink(given: CheckoutDocument, { cart, once, total }: Request): Promise<Linked> {
    const { store, now } = this.#deps;
    for (let found: CheckoutDocument | null = given; found; found = await store.read(given._id)) {
      if (!isOpenable(found.state)) return { checkout: found, token: null };
      const { token, link } = newLink(now());
      const change: CheckoutChange = {
        tokens: [...found.tokens, link].slice(-mostLinks),
        onces: withOnce(found.onces, once),
        ...(found.state === 'begun' && { expiresAt: link.until, askAt: link.until }),
        ...agreed(found, cart, total),
      };
      const checkout = await store.change(found, change);
      if (checkout) return { checkout, token };
    }
    throw refusal('service_checkout_not_found', {});
  }
}

/**
 * Checks that the shopper agreed to the total that is to be paid. `earlier` are the checkouts of the cart.
 *
 * @throws ServiceError `service_checkout_changed` if it is not the cart's, `service_checkout_total_changed` if
 * WooCommerce has reckoned another total for this cart
 */
function requireTotal(earlier: readonly CheckoutDocument[], { cart, total }: Request): void {
  if (total === null) return;
  const isSame = ({ revision, handed }: CheckoutDocument) =>
    revision === cart.revision && handed?.totals.total === cart.totals.total;
  const known = earlier.find(isSame);
  const difference = known?.difference;
  const accepted = difference ? [difference.total] : [cart.totals.total, known?.total];
  if (accepted.includes(total)) return;
  if (difference && total === cart.totals.total)
    throw refusal('service_checkout_total_changed', {
      ...{ total, shop_total: difference.total, cause: difference.cause },
    });
  throw refusal('service_checkout_changed', { total: cart.totals.total, changes: [] });
}

/**
 * Returns what the shopper agrees to with another request: the cart at new prices, or the total that WooCommerce has
 * reckoned.
 */
function agreed(found: CheckoutDocument, cart: Cart, total: number | null): CheckoutChange {
  if (found.handed && found.handed.totals.total !== cart.totals.total)
    return { handed: handedCart(cart), total: cart.totals.total, difference: null };
  return total !== null && total === found.difference?.total ? { difference: null, total } : {};
}

/** Returns the key of the caller's cart, which must be the given one. @throws ServiceError `service_not_allowed` */
function ownKey(key: string, { claim }: Context): string {
  if (!claim || key === '' || (key !== claim.cart && key !== claim.fresh))
    throw refusal('service_not_allowed', {});
  return key;
}

function requireSameRequest({ onces }: CheckoutDocument, { key, digest }: Request['once']): void {
  const isSame = onces.some((one) => one.key === writeDigest(key) && one.digest === digest);
  if (!isSame) throw refusal('service_idempotency_key_reused', {});
}

function withOnce(onces: CheckoutDocument['onces'], { key, origin, digest }: Request['once']) {
  const name = writeDigest(key);
  if (origin !== 'client' || onces.some((one) => one.key === name)) return onces;
  return [...onces, { key: name, digest }].slice(-mostLinks);
}

function newLink(now: number): { token: string; link: CheckoutDocument['tokens'][number] } {
  const token = randomBytes(32).toString('base64url');
  return { token, link: { digest: tokenDigest(token), until: now + linkMs, browser: null } };
}

function newCheckout(digest: string, request: Request, context: Context, now: number): CheckoutDocument {
  const { cart, email, returnUrl } = request;
  const { account: id = null, kind } = context.claim ?? {};
  const account = kind === 'customer' ? id : null;
  const emails = [email ?? '', cart.customer.billing.email].map((one) => one.trim().toLowerCase());
  const _id = randomBytes(16).toString('base64url');
  return {
    _id,
    open: `${digest} ${cart.revision}`,
    cart: digest,
    revision: cart.revision,
    cartKey: cart.key,
    account,
    emails: [...new Set(emails)].filter((one) => one !== ''),
    customer: account !== null && email !== null ? { id: account, email } : null,
    state: 'begun',
    version: 0,
    begunAt: now,
    changedAt: now,
    expiresAt: now + linkMs,
    onces: withOnce([], request.once),
    tokens: [],
    handed: handedCart(cart),
    lines: cart.lines.length,
    returnUrl,
    total: cart.totals.total,
    currency: cart.currency.code,
    minorUnit: cart.currency.decimals,
    difference: null,
    order: null,
    orderStatus: '',
    taken: false,
    askAt: now + linkMs,
    trouble: '',
    events: [{ id: `${_id}.begun`, type: 'checkout.begun', at: now, state: 'begun', order: null }],
    unpublishedSince: now,
    removeAt: new Date(now + keptMs),
  };
}
