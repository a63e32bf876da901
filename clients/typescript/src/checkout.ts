import type { Core } from './core.ts';
import type { RequestOptions, Schemas } from './types.ts';

type OneCheckout = Schemas['Checkout'];
/** A checkout. It is an interface, because editors then show the name `Checkout` instead of all members. */
export interface Checkout extends OneCheckout {}

/** What a checkout begins with. */
export interface CheckoutOptions extends RequestOptions {
  /** The page to which the shopper returns after the order, with `checkout={id}` in its query. */
  readonly returnUrl?: string | undefined;
  /** The total in minor units that the shopper saw and agreed to; by default the cart's present total. */
  readonly total?: number | undefined;
}

/** Returns the operations on checkouts. */
export function checkout(core: Core) {
  /**
   * Begins a checkout with the cart, or returns the one that is open. Send the browser to its `url`.
   *
   * @throws CartwrightError `service_checkout_changed` if the cart is not what the shopper saw
   */
  const begin = ({ returnUrl, total, ...options }: CheckoutOptions = {}): Promise<Checkout> =>
    core.request('POST /v2/checkout', {
      ...options,
      body: {
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        ...(total !== undefined && { total }),
      },
    });
  return Object.assign(begin, {
    /** Returns a checkout that this shopper began, for example on the page of `returnUrl`. */
    read: (id: string, options: RequestOptions = {}): Promise<Checkout> =>
      core.request('GET /v2/checkout/{id}', { ...options, path: { id } }),
  });
}
