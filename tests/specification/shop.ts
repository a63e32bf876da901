import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { type CartCommand, changeCart } from '#contracts/cart-commands.ts';
import { requireDescribed } from '#testing/described.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type Shared, shared, sharedSystem } from '#testing/shared.ts';
import type { RunningSystem } from '#testing/system.ts';

const startMs = 600_000;

/** An answer. `body` is the parsed JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The members of `status --json` that tests use. */
interface Status {
  readonly replicas: readonly { readonly service: string; readonly privateUrl: string }[];
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** The cart key to send in the query. */
  readonly key?: string;
}

/** A client of a system's mount `/` over plain HTTP. The client stores nothing between requests. */
export class Shop {
  readonly #system: () => Shared['shop'];
  readonly #repeated: typeof retryWhileBusy;

  /** @param repeated - repeats requests; by default, each request is sent once */
  constructor(system: () => Shared['shop'], repeated: typeof retryWhileBusy = (ask) => ask()) {
    this.#system = system;
    this.#repeated = repeated;
  }

  /** Sends a request. `body` is sent unchanged with the content type JSON. */
  async send(method: string, path: string, { headers = {}, key, body }: Sent & { body?: string } = {}) {
    const url = new URL(`${this.#system().httpUrl}${path}`);
    if (key !== undefined) url.searchParams.set('cart_key', key);
    const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...contentType, ...headers }, ...(body === undefined ? {} : { body }) };
    const response = await this.#repeated(() => fetch(url, init));
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    };
    const type = answer.headers.get('content-type');
    requireDescribed({
      method,
      path: url.pathname + url.search,
      status: answer.status,
      body: answer.body,
      type,
    });
    return answer;
  }

  get(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send('GET', path, sent);
  }

  /** Sends `POST /v2/cart/add-item` with these members. */
  add(members: Readonly<Record<string, unknown>>, sent: Sent = {}): Promise<Answer> {
    return this.send('POST', '/v2/cart/add-item', { ...sent, body: JSON.stringify(members) });
  }

  /**
   * Changes a guest's cart with the right to set prices and fees. Calls the cart service directly, as an
   * operator does.
   */
  async asTrusted(cart: string, ...commands: readonly CartCommand[]): Promise<void> {
    const { dataDir, cartToken } = this.#system();
    const { replicas } = JSON.parse(await runCli(dataDir, ['status', '--json'])) as Status;
    const service = replicas.find((replica) => replica.service === 'cart')?.privateUrl;
    const claim = { kind: 'guest', cart, setsPrices: true, setsFees: true, client: 'test' };
    for (const command of commands) {
      const once = { key: randomUUID(), origin: 'client', digest: 'test' };
      const { status } = await fetch(`${service}/operations/${changeCart.name}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cartToken}`,
          'content-type': 'application/json',
          claim: JSON.stringify(claim),
        },
        body: JSON.stringify({ once, ifRevision: null, command }),
      });
      expect(status).toBe(200);
    }
  }
}

/**
 * Returns the shop that all test files share. A test may read the shop and create carts, but must change
 * nothing else.
 */
export function openShop(): Shop {
  let system: Shared['shop'] | undefined;
  beforeAll(async () => {
    system = await shared('shop');
  }, startMs);
  return new Shop(() => {
    if (!system) throw new Error('the system has not started');
    return system;
  });
}

/** Returns the shop of `sharedSystem('callers')`, and the ids of its two products while the tests run. */
export function openCallersShop(): { readonly shop: Shop; readonly products: readonly string[] } {
  let system: RunningSystem | undefined;
  const products: string[] = [];
  beforeAll(async () => {
    const opened = await sharedSystem('callers');
    system = opened.system;
    products.push(...opened.products.map(String));
  }, startMs);
  afterAll(() => system?.stop(), startMs);
  const shop = new Shop(() => {
    if (!system) throw new Error('the system has not started');
    return { ...system, cartToken: system.operationsToken('cart') };
  }, retryWhileBusy);
  return { shop, products };
}
