import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { type Cart, readCart } from '#contracts/cart.ts';
import { type CartCommand, changeCart } from '#contracts/cart-commands.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import { Caller } from '#platform/bus/caller.ts';
import { testSigner } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import type { CatalogueProcess } from './catalogue-process.ts';
import { redisFixture } from './engines.ts';
import { serviceProcess } from './service-process.ts';

/** Cart replicas for one test file. Only tests can use the members, because `beforeAll` starts the replicas. */
interface CartProcesses {
  readonly redisUrl: string;
  /**
   * Sends a cart command as the gateway does. Without `client`, each command comes from a new client, which has not
   * used any of its rate limit.
   */
  change(cart: string, command: CartCommand, client?: string): Promise<z.output<typeof changeCart.reply>>;
  /** Reads a cart as the gateway does. `carried` is the guest's cart key that a customer's request contains. */
  read(cart: string, carried?: string): Promise<Cart>;
  /** Kills a replica with SIGKILL. */
  kill(index: number): void;
}

function contextOf(cart: string, more: Partial<Claim>): Context {
  const kind = /^\d+$/.test(cart) ? 'customer' : 'guest';
  const account = kind === 'customer' ? Number(cart) : null;
  const fresh = `t_${randomUUID()}`;
  return {
    requestId: 'test',
    deadline: Date.now() + 30_000,
    claim: { ...nobody, kind, account, cart, fresh, ...more },
  };
}

/** Starts cart replicas for the current test file. The replicas use the given catalogue and a separate Redis. */
export function cartProcesses(
  catalogue: CatalogueProcess,
  replicas: number,
  settings: Readonly<Record<string, string>> = {},
): CartProcesses {
  const redis = redisFixture();
  let nats: NatsConnection;
  let caller: Caller;
  const processes: { kill(): void }[] = [];
  for (let number = 1; number <= replicas; number += 1) {
    const environmentOf = () => ({ ...catalogue.address, CART_REDIS_URL: redis.url, ...settings });
    processes.push(serviceProcess(`cart-${number}`, environmentOf));
  }
  beforeAll(async () => {
    nats = await connectNats('gateway', catalogue.address, false);
    caller = new Caller(nats, testSigner);
  });
  afterAll(() => nats.close());
  return {
    get redisUrl() {
      return redis.url;
    },
    change(cart, command, client = randomUUID()) {
      const once = { key: randomUUID(), origin: 'gateway', digest: 'd' } as const;
      return caller.request(changeCart, { once, ifRevision: null, command }, contextOf(cart, { client }));
    },
    async read(cart, carried = '') {
      const reply = await caller.request(readCart, {}, contextOf(cart, { carried }));
      if ('unchanged' in reply) throw new Error('the reply has no cart');
      return reply.cart;
    },
    kill(index) {
      processes[index]?.kill();
    },
  };
}
