import type { CommandResult } from '#contracts/cart-commands.ts';
import type { GatewayFixture } from '../testing/fixture.ts';
import { aCart, aLine } from '../testing/samples.ts';

export const line = aLine();
export const mounts = ['', '/wp-json/cocart'];
export const guestsKey = 'a_client-s_own_key_01';

/** Requests of a batch. */
export const add = (id: string, path = '/v2/cart/add-item') => ({
  method: 'POST',
  path,
  body: { id, quantity: '1' },
});
export const read = (path: string) => ({ method: 'GET', path });

/** What became of one of them. */
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

/** Sends batches to a gateway, and says what its cart answers. */
export class Batches {
  readonly #site: GatewayFixture;

  constructor(site: GatewayFixture) {
    this.#site = site;
  }

  send(requests: unknown, { mount = '', query = '', headers = {}, validation = 'normal' } = {}) {
    return this.#site.post(`${mount}/batch${query}`, { requests, validation }, headers);
  }

  /** The cart answers with the notices of all, as the service gives them; `common` are about none of them. */
  come(results: (CommandResult | null)[], common: string[] = []): void {
    this.#site.fakes.results = results;
    const own = results.flatMap((result) => (result?.ok ? result.notices : []));
    const left = common.map((text) => ({ kind: 'error' as const, text }));
    this.#site.fakes.cart = aCart({ lines: [line], revision: 4, notices: [...left, ...own] });
  }
}
