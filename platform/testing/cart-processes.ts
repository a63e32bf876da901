import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { type CartCommand, changeCart } from '#contracts/cart-commands.ts';
import { nobody } from '#contracts/claim.ts';
import { Caller } from '../bus/caller.ts';
import { connectNats } from '../bus/connection.ts';
import type { CatalogueProcess } from './catalogue-process.ts';
import { redisFixture } from './engines.ts';
import { serviceProcess, testSecret } from './service-process.ts';

/** Replicas of the cart of a test file's own. Known once the file's tests run. */
interface CartProcesses {
  readonly redisUrl: string;
  /** Asks for a change of a cart as the gateway does, for the client or for somebody whom nobody bounds. */
  change(cart: string, command: CartCommand, client?: string): Promise<z.output<typeof changeCart.reply>>;
}

/** So many replicas of the cart beside a catalogue, on a Redis of their own, for this test file. */
export function cartProcesses(
  catalogue: CatalogueProcess,
  replicas: number,
  settings: Readonly<Record<string, string>> = {},
): CartProcesses {
  const redis = redisFixture();
  let nats: NatsConnection;
  let caller: Caller;
  for (let number = 1; number <= replicas; number += 1) {
    const where = () => ({ ...catalogue.address, CART_REDIS_URL: redis.url, ...settings });
    serviceProcess(`cart-${number}`, where);
  }
  beforeAll(async () => {
    nats = await connectNats('gateway', catalogue.address, false);
    caller = new Caller(nats, testSecret);
  });
  afterAll(() => nats.close());
  return {
    get redisUrl() {
      return redis.url;
    },
    change(cart, command, client = randomUUID()) {
      const kind = /^\d+$/.test(cart) ? 'customer' : 'guest';
      const account = kind === 'customer' ? Number(cart) : null;
      const claim = { ...nobody, kind, account, cart, client } as const;
      const once = { key: randomUUID(), origin: 'gateway', digest: 'd' } as const;
      const context = { requestId: 'test', deadline: Date.now() + 5_000, claim };
      return caller.request(changeCart, { once, ifRevision: null, command }, context);
    },
  };
}
