import type { CommandResult } from '#contracts/cart-commands.ts';
import type { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';

export const line = aLine();
export const mounts = ['', '/wp-json/cocart'];
export const guestsKey = 'a_client-s_own_key_01';

/** Returns a batch request that adds an item. */
export const add = (id: string, path = '/v2/cart/add-item') => ({
  method: 'POST',
  path,
  body: { id, quantity: '1' },
});
export const read = (path: string) => ({ method: 'GET', path });

/** Returns the result of a command that succeeded. */
export const done = (text = ''): CommandResult => ({
  ok: true,
  lineKeys: [line.key],
  notices: text === '' ? [] : [{ kind: 'success', text }],
});
export const soldOut: CommandResult & { ok: false } = {
  ok: false,
  code: 'service_product_out_of_stock',
  message: 'Gone.',
  data: { requested: 1, in_cart: 0, available: 0 },
};

/** Sends batches to a gateway with a fake cart service. */
export class Batches {
  readonly #site: GatewayFixture;

  constructor(site: GatewayFixture) {
    this.#site = site;
  }

  send(requests: unknown, { mount = '', query = '', headers = {}, validation = 'normal' } = {}) {
    return this.#site.post(`${mount}/batch${query}`, { requests, validation }, headers);
  }

  /** Sets the results that the fake cart service returns. `common` are notices that belong to no request. */
  setResults(results: (CommandResult | null)[], common: string[] = []): void {
    this.#site.fakes.results = results;
    const own = results.flatMap((result) => (result?.ok ? result.notices : []));
    const others = common.map((text) => ({ kind: 'error' as const, text }));
    this.#site.fakes.cart = aCart({ lines: [line], revision: 4, notices: [...others, ...own] });
  }
}
