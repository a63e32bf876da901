import type { z } from 'zod';
import type { readShippingRates, validateCoupons } from '#contracts/cart-charges.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { destinationOf } from '../domain/customer/addresses.ts';
import { rejectionsIn, withoutInvalidLines } from '../domain/rules/validity.ts';
import { ratesForProduct } from '../domain/view/view.ts';
import type { CommandContexts } from '../facts/command-contexts.ts';
import { factsByReference } from '../model/command.ts';
import { type CartState, customerOf, emptyState, stateIn } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';

type RatesRequest = z.output<typeof readShippingRates.request>;
type RatesReply = z.input<typeof readShippingRates.reply>;
type CouponsReply = z.input<typeof validateCoupons.reply>;

interface ChargesDeps {
  readonly store: Pick<CartStore, 'read'>;
  readonly contexts: Pick<CommandContexts, 'of' | 'forReference'>;
  readonly now: () => number;
}

/** Reads what the view of a cart does not contain: why its coupons are rejected, and shipping rates of any product. */
export class Charges {
  readonly #deps: ChargesDeps;

  constructor(deps: ChargesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the coupons of a cart, each with the reason for its rejection; null for a valid coupon. `email`
   * replaces the billing e-mail.
   *
   * @throws ServiceError
   */
  async coupons(key: string, email: string | null, context: Context): Promise<CouponsReply> {
    const stored = await this.#found(key);
    const { billing } = stored.customer;
    const customer = { ...stored.customer, billing: { ...billing, email: email ?? billing.email } };
    const found = { ...stored, customer };
    const { context: commandContext, stale } = await this.#deps.contexts.of(
      [found],
      context,
      customerOf(key),
    );
    if (!commandContext.settings.couponsEnabled) return { coupons: [] };
    const { state } = stale ? { state: found } : withoutInvalidLines(found, commandContext);
    const rejections = rejectionsIn(state, commandContext, commandContext.customerId);
    return { coupons: state.coupons.map((code) => ({ code, objection: rejections.get(code) ?? null })) };
  }

  /**
   * Returns the shipping rates of a product to a destination. If the request has no country, uses the cart's
   * destination.
   *
   * @throws ServiceError
   */
  async rates(key: string | null, request: RatesRequest, context: Context): Promise<RatesReply> {
    const { reference, quantity, destination } = request;
    const commandContext = await this.#deps.contexts.forReference(reference.trim(), context);
    const { settings } = commandContext;
    if (!settings.shippingEnabled) throw refusal('service_shipping_disabled', {});
    const facts = factsByReference(commandContext, reference);
    if (!facts?.purchasable || facts.choices) throw refusal('service_product_invalid_id', {});
    const place =
      destination.country.trim() === '' ? await this.#destination(key) : destinationOf(destination, settings);
    return { currency: settings.currency, rates: ratesForProduct(facts, quantity, place, commandContext) };
  }

  /** Returns the shipping destination that the customer has entered. Unknown members are empty. */
  async #destination(key: string | null) {
    const { customer } = key === null ? emptyState(this.#deps.now()) : await this.#found(key);
    const { country, state, postcode, city } = customer.shipping;
    return { country, state, postcode, city };
  }

  async #found(key: string): Promise<CartState> {
    const { state } = await this.#deps.store.read(key, []);
    const found = state === '' ? emptyState(this.#deps.now()) : stateIn(state);
    // While a guest's cart is `moving`, its items go to the customer who logged in, so the guest's cart counts as
    // empty.
    return found.moving ? emptyState(this.#deps.now()) : found;
  }
}
