import type { z } from 'zod';
import type { DifferenceCause, HandedCart, readHandOver, takeHandOver } from '#contracts/checkouts.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { CheckoutChange, CheckoutDocument, CheckoutStore } from '../store/checkouts.ts';
import { tokenDigest } from './beginning.ts';
import { causeOf } from './handed-cart.ts';
import { handedOverMs, moved, shownCheckout } from './record.ts';
import { isBought, isOpenable } from './states.ts';

type Link = CheckoutDocument['tokens'][number];

interface HandingDeps {
  readonly store: Pick<CheckoutStore, 'ofToken' | 'change'>;
  readonly counts: { differed(cause: DifferenceCause): void };
  now(): number;
}

/** Returns the cart of a checkout, with the total that the shopper agreed to. */
function cartOf({ handed, total }: CheckoutDocument): HandedCart | null {
  return handed && { ...handed, totals: { ...handed.totals, total } };
}

/** Maximum number of tries if a checkout changes at the same time. */
const maxTries = 5;

/** Hands checkouts over to WordPress: each link to the first browser that opens it, and to no other. */
export class Handing {
  readonly #deps: HandingDeps;

  constructor(deps: HandingDeps) {
    this.#deps = deps;
  }

  /** Returns the cart of a checkout. Changes nothing. @throws ServiceError */
  async read(request: z.output<typeof readHandOver.request>): Promise<z.input<typeof readHandOver.reply>> {
    const { found } = await this.#usable(request.token, request.browser);
    const cart = cartOf(found);
    if (!cart) throw refusal('service_checkout_ended', {});
    const { customer, returnUrl } = found;
    return { checkout: shownCheckout(found), returnUrl, customer, cart };
  }

  /** Gives a checkout to a browser, and notes what WooCommerce reckoned. @throws ServiceError */
  async take({ token, browser, totals }: z.output<typeof takeHandOver.request>) {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { found, link } = await this.#usable(token, browser);
      const ours = cartOf(found);
      const cause = totals && ours ? causeOf({ ...ours, currency: found.currency }, totals) : null;
      const change = this.#changeOf(
        found,
        { ...link, browser: tokenDigest(browser) },
        totals && { total: totals.total, cause },
      );
      if (change === null) return { cause };
      if (!(await this.#deps.store.change(found, change))) continue;
      if (cause !== null) this.#deps.counts.differed(cause);
      return { cause };
    }
    throw unavailable('the checkout changes too often');
  }

  /** Returns what the browser of a link changes; null if it has the checkout already and nothing new is known. */
  #changeOf(
    found: CheckoutDocument,
    link: Link,
    reckoned: { readonly total: number; readonly cause: DifferenceCause | null } | null,
  ): CheckoutChange | null {
    const now = this.#deps.now();
    const difference =
      reckoned === null
        ? found.difference
        : reckoned.cause && { total: reckoned.total, cause: reckoned.cause };
    const isSame =
      difference?.total === found.difference?.total && difference?.cause === found.difference?.cause;
    const isKnown = found.tokens.some(
      ({ digest, browser }) => digest === link.digest && browser === link.browser,
    );
    if (found.state === 'handed-over' && isKnown && isSame) return null;
    const isMoved = found.state !== 'handed-over';
    const expiresAt = isMoved ? now + handedOverMs : found.expiresAt;
    const tokens = found.tokens.map((one) => (one.digest === link.digest ? link : one));
    return moved(found, 'opened', { tokens, difference, expiresAt }, now);
  }

  /** Returns the checkout and the link of a token, for a browser. @throws ServiceError why the browser may not have it */
  async #usable(token: string, browser: string): Promise<{ found: CheckoutDocument; link: Link }> {
    const digest = tokenDigest(token);
    const found = await this.#deps.store.ofToken(digest);
    const link = found?.tokens.find((one) => one.digest === digest);
    if (!found || !link) throw refusal('service_checkout_not_found', {});
    if (link.browser !== null && link.browser !== tokenDigest(browser))
      throw refusal('service_checkout_link_used', {});
    // The browser that has the link may open it again until the order is placed.
    if (isBought(found.state)) throw refusal('service_checkout_ended', {});
    if (link.browser === null && link.until <= this.#deps.now())
      throw refusal('service_checkout_not_found', {});
    if (!isOpenable(found.state)) throw refusal('service_checkout_ended', {});
    return { found, link };
  }
}
