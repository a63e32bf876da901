import { createHash } from 'node:crypto';
import { emptyState, encodeState, type Line } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';

/** Maximum number of carts that `putCarts` commits at the same time. */
const atOnce = 100;

/** Content and lifetime of a cart. */
interface Filling {
  readonly lifetimeMs?: number;
  readonly email?: string;
  readonly lines?: readonly Line[];
}

/** Two pieces of product 13, as stored in a cart. */
const aLine: Line = {
  key: 'a'.repeat(32),
  productId: 13,
  variationId: 0,
  quantity: 2,
  attributes: {},
  itemData: {},
  ownPrice: null,
  seenPrice: null,
  stockUnit: 13,
  name: 'Mug',
};

/** Commits a cart under an unused key. */
export async function putCart(store: CartStore, key: string, filling: Filling = {}): Promise<void> {
  const { lifetimeMs = 3_600_000, email = '', lines = [aLine] } = filling;
  const from = { revision: 0, state: '', expiresAt: 0, outcomes: [], clockOffset: 0 };
  const empty = emptyState(Date.now());
  const customer = { ...empty.customer, billing: { ...empty.customer.billing, email } };
  const committed = await store.commit(key, {
    ...{ from, lifetimeMs, emailBefore: '', email: email.toLowerCase() },
    state: encodeState({ ...empty, customer, lines }),
    events: [JSON.stringify({ type: 'cart.created', lines: lines.length })],
    deadline: Date.now() + 60_000,
    remembered: [],
  });
  if (!committed) throw new Error(`${key} was not kept: there is one, or Redis is slow`);
}

/** Returns cart keys: three keys of guests, then one key of a customer, and so on. Each call returns the same keys. */
export function keysOf(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const digest = createHash('md5').update(String(number)).digest('hex');
    return number % 4 === 3 ? String(1_000 + number) : `t_${digest}`;
  });
}

/** Commits a cart under each key. */
export async function putCarts(
  store: CartStore,
  keys: readonly string[],
  filling: Filling = {},
): Promise<void> {
  for (let from = 0; from < keys.length; from += atOnce) {
    await Promise.all(keys.slice(from, from + atOnce).map((key) => putCart(store, key, filling)));
  }
}
