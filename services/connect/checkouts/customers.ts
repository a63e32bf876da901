import { LRUCache } from 'lru-cache';
import type { CheckoutDocument } from '../store/checkouts.ts';
import type { ShopOrders } from './shop-orders.ts';

/** Milliseconds for which it is remembered which customer of WooCommerce an account is. */
const remembered = { max: 10_000, ttl: 600_000 };

type Customer = CheckoutDocument['customer'];

/** Says which customers of WooCommerce accounts are. */
export class Customers {
  readonly #shop: Pick<ShopOrders, 'customerEmail'>;
  readonly #known = new LRUCache<string, { readonly customer: Customer }>(remembered);

  constructor(shop: Pick<ShopOrders, 'customerEmail'>) {
    this.#shop = shop;
  }

  /**
   * Returns the customer with the id and the e-mail address of an account; null if there is none. An id alone may be
   * another person's, because accounts are made here too, and so may an e-mail address that nobody has confirmed.
   *
   * @throws Problem if the shop cannot be asked
   */
  async of(account: number, email: string): Promise<Customer> {
    const name = `${account} ${email.toLowerCase()}`;
    const known = this.#known.get(name);
    if (known) return known.customer;
    const theirs = await this.#shop.customerEmail(account);
    const customer = theirs?.toLowerCase() === email.toLowerCase() ? { id: account, email: theirs } : null;
    this.#known.set(name, { customer });
    return customer;
  }
}
