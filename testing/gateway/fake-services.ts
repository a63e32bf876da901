import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { type Cart, readCart, type ShippingRate } from '#contracts/cart.ts';
import { readShippingRates, validateCoupons } from '#contracts/cart-charges.ts';
import {
  type CommandResult,
  changeCart,
  changeCartTogether,
  type WriteRate,
} from '#contracts/cart-commands.ts';
import { cartExists } from '#contracts/cart-owners.ts';
import { readCatalogueNumber, readProduct } from '#contracts/catalogue.ts';
import type { Product } from '#contracts/product.ts';
import { Parts } from '#contracts/product-replies.ts';
import { readSettings } from '#contracts/settings.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import { testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { checked, Dispatcher, type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { Server } from '#platform/bus/server.ts';
import { serialized } from '#platform/bus/wire.ts';
import { refusal } from '#platform/errors/errors.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { newStatus } from '../new-status.ts';
import { FakeAuth } from './fake-auth.ts';
import { FakeLists, listOperations } from './fake-catalogue.ts';
import { FakeCheckouts } from './fake-checkouts.ts';
import { FakeSessions } from './fake-sessions.ts';
import { aCart, aLine, settings, units } from './samples.ts';

/** An operation that a fake service received, with its request and context. */
interface Heard {
  readonly operation: string;
  readonly request: unknown;
  readonly context: Context;
}

/**
 * Fake catalogue, cart and auth services on a real NATS server. A test sets the answers. The fakes check each
 * reply against the contracts.
 */
export class FakeServices implements AsyncDisposable {
  readonly heard: Heard[] = [];
  /** Products by id or SKU. */
  readonly products = new Map<string, Product>();
  lists = new FakeLists();
  /** Unix milliseconds at which catalogue answers expire. Null for answers that never expire. */
  holdsUntil: number | null = null;
  /** Reads of a product wait for this promise after the look-up of the product and before the reply. */
  gate: Promise<unknown> = Promise.resolve();
  /** Reads of a cart wait for this promise. */
  cartGate: Promise<unknown> = Promise.resolve();
  /** The cart in answers. The key of the cart comes from the claim. */
  cart: Cart = aCart();
  /** The `tag` in answers to `readCart`. If this text is empty, answers have no tag. */
  cartTag = '';
  /** Whether `cart-exists` answers that a key has a cart. */
  cartExists = true;
  replayed = false;
  /** The line keys in the answer to a single command. */
  lineKeys: string[] = [aLine().key];
  /** The results in the answer to several commands. */
  results: (CommandResult | null)[] = [];
  /** The rate limit in the answer to a command; null for no limit. */
  rate: WriteRate | null = null;
  refuses: Error | null = null;
  /** Cart keys whose requests are refused with 503. */
  readonly refusedKeys = new Set<string>();
  /** Number of different cart keys that the fake refuses, beginning with the first key that arrives. */
  keysToRefuse = 0;
  /**
   * Whether the guest's cart was transferred to a customer. If true, the fake refuses requests whose claim has
   * no new cart key (`fresh`).
   */
  transferred = false;
  /** The coupons in the answer to `validateCoupons`. */
  validated: z.output<(typeof validateCoupons)['reply']>['coupons'] = [];
  /** The rates in the answer to `readShippingRates`. */
  rates: ShippingRate[] = [];
  /** For each product id: the ids of unpublished products to which the answer about this product refers. */
  readonly named = new Map<number, number[]>();
  readonly #number = { catalogue: 1, settings: 1 };
  readonly #connections: NatsConnection[] = [];
  readonly auth = new FakeAuth();
  readonly sessions = new FakeSessions();
  readonly checkouts = new FakeCheckouts();
  readonly #feeds: FeedPublisher<'catalogue' | 'settings' | 'tokens'>[] = [];

  static async start(url: string): Promise<FakeServices> {
    const fakes = new FakeServices();
    await fakes.#serve('cart', url, fakes.#cartOperations());
    const catalogue = await fakes.#serve('catalogue', url, fakes.#catalogueOperations());
    await fakes.#serve(
      'auth',
      url,
      fakes.auth.operations((...heard) => fakes.#hear(...heard)),
    );
    await fakes.#serve(
      'connect',
      url,
      fakes.checkouts.operations((...heard) => fakes.#hear(...heard)),
    );
    const logger = createLogger('fake', 'silent');
    const numbers = {
      catalogue: async () => fakes.#number.catalogue,
      settings: async () => fakes.#number.settings,
      tokens: async () => fakes.auth.number,
    };
    fakes.#feeds.push(new FeedPublisher(catalogue, numbers, logger));
    return fakes;
  }

  async #serve(name: string, url: string, served: ImplementedOperation[]): Promise<NatsConnection> {
    const connection = await connectNats(name, { NATS_URL: url }, false);
    this.#connections.push(connection);
    const dispatcher = new Dispatcher(served.map(checked), createLogger(name, 'silent'), new Metrics(name));
    const identity = { name, version: '1.0.0', description: name, metadata: {} };
    await new Server(connection, dispatcher, testVerifier).start({
      ...identity,
      status: () => ({ ...newStatus, now: Date.now() }),
    });
    return connection;
  }

  #catalogueOperations(): ImplementedOperation[] {
    return [
      implement(readProduct, async (request, context) => {
        this.#hear(readProduct.name, request, context);
        const asOf = { ...this.#number, age: 0 };
        const product = this.products.get(request.reference);
        await this.gate;
        if (!product) throw refusal('service_product_invalid_id', {});
        const cards = [...product.related, ...product.upsells, ...product.crossSells].map((card) => card.id);
        const madeOf = [product.id, ...cards, ...(this.named.get(product.id) ?? [])];
        const entry = serialized({ product, reviews: [] });
        return new Parts([entry], { units, madeOf, holdsUntil: this.holdsUntil, asOf });
      }),
      implement(readCatalogueNumber, async () => ({ number: this.#number.catalogue })),
      implement(readSettings, async (request, context) => {
        // Requests of the gateway's own feeds are not recorded.
        if (context.requestId !== 'feed') this.#hear(readSettings.name, request, context);
        return { settings, number: this.#number.settings };
      }),
      ...listOperations({
        lists: () => this.lists,
        hear: (...heard) => this.#hear(...heard),
        stamp: () => ({ holdsUntil: this.holdsUntil, asOf: { ...this.#number, age: 0 } }),
      }),
    ];
  }

  #cartOperations(): ImplementedOperation[] {
    return [
      implement(readCart, async (request, context) => {
        this.#hear(readCart.name, request, context);
        if (this.refuses) throw this.refuses;
        this.#refuseKey(context);
        const cart = this.#cartOf(context);
        await this.cartGate;
        if (this.cartTag === '') return { cart };
        return request.known === this.cartTag ? { unchanged: cart } : { cart, tag: this.cartTag };
      }),
      implement(cartExists, async (request, context) => {
        this.#hear(cartExists.name, request, context);
        return { exists: this.cartExists };
      }),
      implement(changeCart, async (request, context) => {
        this.#hear(changeCart.name, request, context);
        return { ...this.#changed(context), lineKeys: this.lineKeys };
      }),
      implement(changeCartTogether, async (request, context) => {
        this.#hear(changeCartTogether.name, request, context);
        return { ...this.#changed(context), results: this.results };
      }),
      implement(validateCoupons, async (request, context) => {
        this.#hear(validateCoupons.name, request, context);
        if (this.refuses) throw this.refuses;
        return { coupons: this.validated };
      }),
      implement(readShippingRates, async (request, context) => {
        this.#hear(readShippingRates.name, request, context);
        if (this.refuses) throw this.refuses;
        return { currency: this.cart.currency, rates: this.rates };
      }),
      ...this.sessions.operations((...heard) => this.#hear(...heard)),
    ];
  }

  /**
   * Throws if the cart was transferred and the claim has no new cart key, or if the claim's cart key is in
   * `refusedKeys`. Adds the first `keysToRefuse` different keys to `refusedKeys`.
   */
  #refuseKey({ claim }: Context): void {
    if (this.transferred && claim?.fresh === '') throw refusal('service_not_allowed', {});
    const key = claim?.cart ?? '';
    if (!this.refusedKeys.has(key) && this.refusedKeys.size < this.keysToRefuse) this.refusedKeys.add(key);
    if (this.refusedKeys.has(key)) throw refusal('service_unavailable', { retry_after: 1 });
  }

  #changed(context: Context) {
    if (this.refuses) throw this.refuses;
    this.#refuseKey(context);
    const { lines } = this.cart;
    const cart = { ...this.#cartOf(context), revision: 1, lines: lines.length > 0 ? lines : [aLine()] };
    const itemCount = cart.lines.reduce((count, { quantity }) => count + quantity, 0);
    return { cart: { ...cart, itemCount }, replayed: this.replayed, rate: this.rate };
  }

  #cartOf({ claim }: Context): Cart {
    return { ...this.cart, key: (this.transferred && claim?.fresh) || (claim?.cart ?? '') };
  }

  #hear(operation: string, request: unknown, context: Context): void {
    this.heard.push({ operation, request, context });
  }

  /** Returns how often an operation was requested. */
  count(operation: string): number {
    return this.heard.filter((one) => one.operation === operation).length;
  }

  /** Returns the last request. @throws Error if no request has arrived */
  get last(): Heard {
    const last = this.heard.at(-1);
    if (!last) throw new Error('no request has arrived');
    return last;
  }

  /** Changes a product and publishes the change on the feed. */
  change(product: Product, change: { readonly onlyPricesAndStock?: boolean } = {}): void {
    this.products.set(String(product.id), product);
    this.#number.catalogue += 1;
    this.#feeds[0]?.publish('catalogue', this.#number.catalogue, { products: [product.id], ...change });
  }

  /**
   * Changes a product without publishing the change. The gateway notices the change by the number in the next
   * heartbeat.
   */
  changeUnheard(product: Product): void {
    this.products.set(String(product.id), product);
    this.#number.catalogue += 1;
  }

  changeSettings(): void {
    this.#number.settings += 1;
    this.#feeds[0]?.publish('settings', this.#number.settings, { settings });
  }

  /** Revokes tokens and publishes the revocation on the feed. */
  revoke(change: TokensChange): void {
    this.auth.revoked.push(change);
    this.#feeds[0]?.publish('tokens', this.auth.number, change);
  }

  /** Stops the heartbeats of all feeds, as if every service had stopped. */
  silence(): void {
    for (const feeds of this.#feeds) feeds.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.silence();
    for (const connection of this.#connections) await connection.close();
  }
}
