import { Redis } from 'ioredis';
import { listSessions } from '#contracts/sessions.ts';
import { Seeded } from '#platform/util/seeded.ts';
import type { RunningSystem } from '#testing/system.ts';
import { emptyState, encodeState, type Line } from '../services/cart/model/state.ts';
import { CartStore } from '../services/cart/store/cart-store.ts';
import { lineKey } from './carts.ts';
import type { Request } from './load/job.ts';
import { privateUrls } from './private-urls.ts';

const lifetimeMs = 172_800_000;
const atOnce = 100;

/** Creates requests for the list of carts, as an operator sends them to the private port of a replica. */
export class Sessions {
  readonly url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  static async of(system: RunningSystem): Promise<Sessions> {
    const [url = ''] = await privateUrls(system, 'cart');
    return new Sessions(url, system.operationsToken('cart'));
  }

  firstPages(): Request[] {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` };
    return [{ method: 'POST', path: `/operations/${listSessions.name}`, headers, body: '{}' }];
  }
}

function lineOf(productId: number): Line {
  return {
    key: lineKey(productId),
    productId,
    variationId: 0,
    quantity: 1,
    attributes: {},
    itemData: {},
    ownPrice: null,
    seenPrice: null,
    stockUnit: productId,
    name: `Product ${productId}`,
  };
}

/** Stores carts of three lines directly in Redis. Creating a hundred thousand carts over HTTP would take minutes. */
export async function fillStore(
  redisUrl: string,
  productIds: readonly number[],
  count: number,
): Promise<void> {
  const redis = new Redis(redisUrl);
  const store = new CartStore(redis);
  const random = new Seeded(1);
  const state = encodeState({ ...emptyState(Date.now()), lines: productIds.slice(0, 3).map(lineOf) });
  const fill = async (key: string): Promise<void> => {
    const from = await store.read(key);
    const events = [JSON.stringify({ type: 'cart.created', lines: 3 })];
    const email = `${key}@shop.example`;
    const deadline = Number.POSITIVE_INFINITY;
    const commit = { from, state, lifetimeMs, emailBefore: '', email, events, deadline, remembered: [] };
    // On a busy machine a commit can miss its deadline. Redis then stores nothing, so the commit is tried again.
    if (!(await store.commit(key, commit))) await fill(key);
  };
  try {
    for (let left = count; left > 0; left -= atOnce) {
      await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => fill(random.word(30))));
    }
  } finally {
    redis.disconnect();
  }
}
