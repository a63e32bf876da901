import { Redis } from 'ioredis';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { RedisConnection } from '#platform/redis/connection.ts';
import { connectedRedis } from '#testing/connected-redis.ts';
import {
  CommandContexts,
  type CommandContextsDeps,
  type KnownProducts,
  type WantedProducts,
} from '../facts/command-contexts.ts';
import { store as settings } from '../model/context.fixture.ts';
import { CartStore } from '../store/cart-store.ts';
import { Carts, type CartsDeps } from './carts.ts';
import { Expiry } from './expiry.ts';

/** Returns a source of facts for these products. The source always answers. */
export function factsIn(products: ReadonlyMap<number, ProductFacts>) {
  const bySku = (sku: string) => [...products.values()].find((one) => one.sku === sku) ?? null;
  return {
    async lookUp({ ids, references }: WantedProducts): Promise<KnownProducts> {
      const facts = new Map(ids.map((id) => [id, products.get(id) ?? null]));
      const found = references.map((text) => [text, products.get(Number(text)) ?? bySku(text)] as const);
      for (const [, one] of found) if (one) facts.set(one.id, one);
      return { facts, named: new Map(found.map(([text, one]) => [text, one?.id ?? null])), stale: false };
    },
  };
}

/** An auth service without accounts. */
export const noAccounts = { addresses: async () => ({ addresses: null }), find: async () => [] };

/** Returns the `CommandContexts` of a store without coupons and extensions. `changed` replaces dependencies. */
export function contextsOf(
  facts: CommandContextsDeps['facts'],
  changed: Partial<CommandContextsDeps> = {},
): CommandContexts {
  const coupons = { lookUp: async () => ({ coupons: new Map(), stale: false }) };
  return new CommandContexts({
    facts,
    coupons,
    accounts: noAccounts,
    settings: () => settings,
    extensions: [],
    now: Date.now,
    ...changed,
  });
}

/**
 * Several replicas of the cart service in the test's process. Each replica is a `Carts` with its own
 * connection to Redis.
 */
export class Replicas {
  readonly carts: Carts[] = [];
  /** The test's own connection to Redis, which no replica uses. */
  readonly observer: Redis;
  readonly #url: string;
  readonly #products: ReadonlyMap<number, ProductFacts>;
  readonly #connections: RedisConnection[] = [];

  constructor(url: string, products: ReadonlyMap<number, ProductFacts>) {
    this.#url = url;
    this.#products = products;
    this.observer = new Redis(url);
  }

  /** Starts another replica. `changed` replaces dependencies. */
  async start(changed: Partial<CartsDeps> = {}): Promise<Carts> {
    const redis = await connectedRedis(this.#url);
    this.#connections.push(redis);
    const contexts = contextsOf(factsIn(this.#products));
    const expiry = new Expiry({ guest: 60_000, customer: 120_000 });
    const store = new CartStore(redis.commands);
    const carts = new Carts({
      store,
      contexts,
      accounts: noAccounts,
      expiry,
      now: Date.now,
      ...changed,
    });
    this.carts.push(carts);
    return carts;
  }

  close(): void {
    this.observer.disconnect();
    for (const connection of this.#connections) connection.close();
  }
}
