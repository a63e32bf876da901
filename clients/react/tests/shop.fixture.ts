// A stand-in of a shop whose cart has one item, and whose answers a test can hold back.
import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { answers, json, refuse, type Seen } from '../../typescript/tests/answers.fixture.ts';

/** Waits until an expectation holds; only one that never does ends this. */
export const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 120_000 });

const currency = {
  currency_code: 'EUR',
  currency_minor_unit: 2,
  currency_prefix: '€',
  currency_suffix: '',
  currency_decimal_separator: '.',
  currency_thousand_separator: ',',
};

/** The cart with this many pieces of its item. */
const cartOf = (quantity: number) => ({
  cart_key: 't_1',
  item_count: quantity,
  currency,
  items:
    quantity === 0
      ? {}
      : {
          tea: {
            item_key: 'tea',
            id: 7,
            name: 'Tea',
            quantity: { value: quantity, min_purchase: 1, max_purchase: -1 },
            cart_item_data: {},
            prices: { price: '2.00' },
            totals: { total: 2 * quantity },
          },
        },
  totals: { total: (2 * quantity).toFixed(2) },
  notices: {},
});

/** Starts the shop. */
export async function openTeaShop() {
  const state = { quantity: 1, revision: 1 };
  const held: { readonly route: string; readonly go: () => void }[] = [];
  const streams = new Set<ServerResponse>();
  const holding = new Set<string>();
  /** The next answers to these routes are refusals. */
  const refusals: { readonly route: string; readonly status: number; readonly code: string }[] = [];

  const change = (quantity: number) => {
    state.quantity = quantity;
    state.revision += 1;
  };
  const tell = (type = 'cart.changed') => {
    const event = JSON.stringify({ type, revision: state.revision, lines: 1 });
    for (const stream of streams) stream.write(`event: cart\nid: ${state.revision}\ndata: ${event}\n\n`);
  };
  function answerCart({ route, body }: Seen): void {
    const { quantity = '1' } = body ? JSON.parse(body) : {};
    if (route === 'POST /v2/cart/add-item') change(state.quantity + Number(quantity));
    if (route === 'POST /v2/cart/item/tea') change(Number(quantity));
    if (route === 'DELETE /v2/cart/item/tea') change(0);
  }
  /** Gives the answer to a request that was not refused. The cart is that of the time of the request. */
  function answerTo({ route }: Seen, response: ServerResponse, asked: typeof state): void {
    const [path = '', query = ''] = route.split('?');
    if (path === 'GET /v2/cart/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 1\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else if (path === 'POST /v2/login') {
      json(response, { data: { jwt_token: 'a', refresh_token: 'r' } });
    } else if (path === 'GET /v2/my-account') {
      json(response, { user: { display_name: 'Ann' } });
    } else if (path === 'GET /v2/products') {
      json(response, { products: [{ name: query }], page: 1, total_pages: 1, total_products: 1 });
    } else if (path.includes('/v2/cart')) {
      json(response, cartOf(asked.quantity), 200, { 'Cart-Key': 't_1', ETag: `"${asked.revision}"` });
    } else json(response, {});
  }
  function takeRefusal(route: string) {
    const index = refusals.findIndex((one) => one.route === route);
    return index < 0 ? undefined : refusals.splice(index, 1)[0];
  }
  const { url, requests } = await answers(async (seen, response) => {
    const { route } = seen;
    const refusal = takeRefusal(route);
    if (!refusal) answerCart(seen);
    const asked = { ...state };
    if (holding.has(route)) await new Promise<void>((go) => held.push({ route, go }));
    if (response.destroyed) return;
    if (refusal) refuse(response, refusal.status, refusal.code);
    else answerTo(seen, response, asked);
  });
  return {
    url,
    /** The routes of the requests so far, without streams. */
    routes: () => requests.map(({ route }) => route).filter((route) => route !== 'GET /v2/cart/events'),
    streams: () => streams.size,
    refuseNext: (route: string, status: number, code: string) => void refusals.push({ route, status, code }),
    /** Does what requests to this route ask for, but holds their answers back. */
    hold: (route: string) => void holding.add(route),
    /** Resolves when an answer for a route is held back. */
    held: (route: string) => until(() => expect(held.map((one) => one.route)).toContain(route)),
    /** Gives the oldest answer that is held back for a route, and holds no more of them back. */
    async release(route: string): Promise<void> {
      await this.held(route);
      holding.delete(route);
      const [one] = held.splice(
        held.findIndex((other) => other.route === route),
        1,
      );
      one?.go();
    },
    /** Another device changes the cart. `isTold` says whether there is an event. */
    changeElsewhere(quantity: number, isTold = true): void {
      change(quantity);
      if (isTold) tell();
    },
    tell,
    /** The cart has expired, and the shopper has a new one. */
    restart(quantity: number): void {
      Object.assign(state, { quantity, revision: 1 });
    },
  };
}
