import { createHash } from 'node:crypto';
import { Seeded } from '#platform/util/seeded.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import type { Request } from './load/job.ts';
import { sendOnce } from './send-once.ts';

/** Number of lines in a small cart and in a large cart. */
export const lines = { small: 3, large: 100 } as const;
type CartSize = keyof typeof lines;
const largeCarts = 64;

/** Number of random carts to which one run writes. */
const cartsInOneRun = 256;
const itemsAtOnce = 50;

/** Fills carts and creates requests for them: `smallCarts` carts have 3 lines, and 64 carts have 100 lines. */
export class Carts {
  readonly #url: string;
  readonly #productIds: readonly number[];
  readonly #keys: Readonly<Record<CartSize, readonly string[]>>;

  constructor(url: string, productIds: readonly number[], smallCarts: number) {
    const random = new Seeded(1);
    const keys = (count: number) => Array.from({ length: count }, () => issuedKey(random.word(30)));
    this.#url = url;
    this.#productIds = productIds;
    this.#keys = { small: keys(smallCarts), large: keys(largeCarts) };
  }

  /** Adds the products to all carts. @throws Error if a request fails */
  async fill(): Promise<void> {
    for (const size of ['small', 'large'] as const) {
      await sendOnce(
        this.#url,
        this.#keys[size].map((key) => addItems(key, this.#products(size))),
      );
    }
  }

  keys(size: CartSize): readonly string[] {
    return this.#keys[size];
  }

  /** Returns the ids of the products in carts of a size. */
  #products(size: CartSize): readonly number[] {
    return this.#productIds.slice(0, lines[size]);
  }

  /** Returns random keys of carts. The same seed gives the same keys. */
  #randomKeys(size: CartSize, seed: number): readonly string[] {
    const random = new Seeded(seed);
    return Array.from({ length: cartsInOneRun }, () => random.pick(this.#keys[size]));
  }

  reads(size: CartSize): Request[] {
    return this.#keys[size].map((key) => ({ method: 'GET', path: `/v2/cart?cart_key=${key}` }));
  }

  /** Returns requests that each increase the quantity of an existing line by 1, in random carts. */
  adds(size: CartSize, seed: number): Request[] {
    return this.#randomKeys(size, seed).flatMap((key) => this.addsTo(key, size));
  }

  /** Returns requests that increase the quantity of each line of one cart by 1. */
  addsTo(key: string, size: CartSize): Request[] {
    return this.#products(size).map((id) => post(`/v2/cart/add-item?cart_key=${key}`, itemOf(id)));
  }

  /** Returns requests that each create a cart with a product that the service has cached. */
  firstAdds(): Request[] {
    return this.#products('large').map((id) => post('/v2/cart/add-item', itemOf(id)));
  }

  /** Returns requests that each create a cart with fifty items. `from` is the index of the first item's product. */
  firstAddsOfFifty(from = 0): Request[] {
    const items = this.#productIds.slice(from, from + itemsAtOnce);
    return Array.from({ length: shoppers }, () => addItems(null, items));
  }

  /** Returns requests that set random quantities for the lines of random carts. */
  updates(size: CartSize, seed: number): Request[] {
    const random = new Seeded(seed);
    return this.#randomKeys(size, seed).flatMap((key) =>
      this.#products(size).map((id) =>
        post(`/v2/cart/item/${lineKey(id)}?cart_key=${key}`, { quantity: String(1 + random.below(9)) }),
      ),
    );
  }
}

/** Returns the key of a line without options and data (docs/reference/rules.md#item-keys-and-the-cart-hash). */
export function lineKey(productId: number): string {
  return createHash('md5').update(String(productId)).digest('hex');
}

function itemOf(productId: number) {
  return { id: String(productId), quantity: '1' };
}

function addItems(key: string | null, productIds: readonly number[]): Request {
  const query = key === null ? '' : `?cart_key=${key}`;
  return post(`/v2/cart/add-items${query}`, { items: productIds.map(itemOf) });
}

/**
 * Number of shoppers. Each shopper has a different network, because one network may create only a limited
 * number of carts.
 */
const shoppers = 250;
let requestCount = 0;

function nextShopper(): string {
  requestCount += 1;
  return `10.0.${requestCount % shoppers}.1`;
}

function post(path: string, body: unknown): Request {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextShopper() };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
