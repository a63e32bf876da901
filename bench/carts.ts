import { createHash } from 'node:crypto';
import { Seeded } from '#platform/random/seeded.ts';
import { issuedKey } from '../gateway/testing/issued-key.ts';
import type { Request } from './load/job.ts';
import { sendOnce } from './send-once.ts';

/** Number of lines per cart, and number of large carts. */
export const lines = { small: 3, large: 100 } as const;
type CartSize = keyof typeof lines;
const largeCarts = 64;

/** Carts that one run writes to, at random. */
const cartsInOneRun = 256;
const itemsAtOnce = 50;

/** Carts of the shop for the load: many with three lines, some with a hundred. */
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

  /** Fills every cart. @throws Error when an addition fails */
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

  /** The products of all carts of a size. */
  #products(size: CartSize): readonly number[] {
    return this.#productIds.slice(0, lines[size]);
  }

  /** Carts to write to, chosen by the seed. */
  #chosen(size: CartSize, seed: number): readonly string[] {
    const random = new Seeded(seed);
    return Array.from({ length: cartsInOneRun }, () => random.pick(this.#keys[size]));
  }

  reads(size: CartSize): Request[] {
    return this.#keys[size].map((key) => ({ method: 'GET', path: `/v2/cart?cart_key=${key}` }));
  }

  /** Additions of one more piece to existing lines. */
  adds(size: CartSize, seed: number): Request[] {
    return this.#chosen(size, seed).flatMap((key) => this.addsTo(key, size));
  }

  /** Additions of one more piece to each line of one cart. */
  addsTo(key: string, size: CartSize): Request[] {
    return this.#products(size).map((id) => post(`/v2/cart/add-item?cart_key=${key}`, itemOf(id)));
  }

  /** Additions without a key, each of which creates a cart, of products that the service has cached. */
  firstAdds(): Request[] {
    return this.#products('large').map((id) => post('/v2/cart/add-item', itemOf(id)));
  }

  /** Additions of fifty items, each to a new cart; `from` is the first product. */
  firstAddsOfFifty(from = 0): Request[] {
    const items = this.#productIds.slice(from, from + itemsAtOnce);
    return Array.from({ length: shoppers }, () => addItems(null, items));
  }

  /** Changes of quantities. */
  updates(size: CartSize, seed: number): Request[] {
    const random = new Seeded(seed);
    return this.#chosen(size, seed).flatMap((key) =>
      this.#products(size).map((id) =>
        post(`/v2/cart/item/${lineKey(id)}?cart_key=${key}`, { quantity: String(1 + random.below(9)) }),
      ),
    );
  }
}

/** The key of a line of a product without options and data (docs/reference/rules.md#item-keys-and-the-cart-hash). */
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

/** Shoppers behind a renderer, each in its own network: one network may not create so many carts. */
const shoppers = 250;
let asked = 0;

function nextShopper(): string {
  asked += 1;
  return `10.0.${asked % shoppers}.1`;
}

function post(path: string, body: unknown): Request {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextShopper() };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
