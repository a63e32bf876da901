import type { HandedCart } from '#contracts/checkouts.ts';
import { decimalText } from '#platform/money/text.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopData, type WooRecord } from '#platform/woocommerce/shop-data.fixture.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { type RunningSystem, type SystemOptions, startSystem } from './system.ts';

/** The cart of a checkout as the plugin gets it. */
export interface HandedCheckout extends HandedCart {
  readonly id: string;
  readonly currency: string;
  readonly minor_unit: number;
  readonly return_url: string;
}

/** The answer to a request of the plugin. */
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer, which callers look into
  readonly body: any;
}

/** The name that the plugin gives a browser. */
const browserName = '0123456789abcdef0123456789abcdef';
/** Members of an order that is paid. */
export const paid = { status: 'processing', date_paid_gmt: '2026-06-01T12:01:00' };
/** Members of an order that is placed, and paid later: by bank transfer. */
export const onHold = { status: 'on-hold', date_paid_gmt: null };

/** Returns a product in WooCommerce's JSON that is neither shipped nor taxed. */
export function simpleProduct(id: number, price: string, more: object = {}): WooRecord {
  return {
    ...{ id, type: 'simple', name: `Product ${id}`, slug: `p-${id}`, sku: `S-${id}`, status: 'publish' },
    ...{ permalink: `https://shop.example/product/p-${id}/`, description: '', short_description: '' },
    ...{ regular_price: price, price, catalog_visibility: 'visible', tax_status: 'none', purchasable: true },
    ...{ manage_stock: false, stock_status: 'instock', backorders: 'no', virtual: true, images: [] },
    ...{ dimensions: { length: '', width: '', height: '' }, average_rating: '0.00' },
    date_created_gmt: '2026-01-01T00:00:00',
    ...more,
  };
}

/** A stand-in of WooCommerce with its plugin, and a whole system that follows it. A test plays the shopper there. */
export class ConnectedShop implements AsyncDisposable {
  readonly fake: FakeShop;
  readonly data: ShopData;
  readonly system: RunningSystem;
  #lastOrder = 370;

  private constructor(fake: FakeShop, data: ShopData, system: RunningSystem) {
    this.fake = fake;
    this.data = data;
    this.system = system;
  }

  /** Starts both. `fill` puts records into the shop, which has no other. */
  static async start(fill: (data: ShopData) => void, options: SystemOptions = {}): Promise<ConnectedShop> {
    const fake = await startFakeShop();
    const random = new Seeded(1);
    const data = new ShopData(
      () => Math.floor(Date.now() / 1_000),
      () => random.next(),
    );
    fake.data = data;
    fake.hasAllVariations = true;
    for (const group of ['general', 'products', 'tax', 'shipping'])
      data.setting(`wc/v3/settings/${group}`, []);
    data.setting('', { name: 'Shop', timezone_string: 'UTC', gmt_offset: 0 });
    data.setting('wc/v3/shipping/zones', []);
    fill(data);
    const connection = {
      WOOCOMMERCE_URL: fake.url,
      WOOCOMMERCE_CONSUMER_KEY: fake.key.consumerKey,
      WOOCOMMERCE_CONSUMER_SECRET: fake.key.consumerSecret,
      CONNECT_EVERY: '1',
    };
    try {
      const system = await startSystem({ ...options, env: { ...connection, ...options.env } });
      return new ConnectedShop(fake, data, system);
    } catch (error) {
      await fake.end();
      throw error;
    }
  }

  /** Sends what the plugin sends when a browser opens a link. `body` is null for the question for the cart. */
  async ask(link: string, body: object | null, browser = browserName): Promise<Answer> {
    const token = new URL(link).searchParams.get('token') ?? '';
    const path = `${this.system.httpUrl}/v2/checkout/handover/${token}`;
    const answer = await retryWhileBusy(() =>
      body === null
        ? fetch(`${path}?browser=${browser}`)
        : fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ browser, ...body }),
          }),
    );
    return { status: answer.status, body: await answer.json() };
  }

  /**
   * Opens a link as the plugin does. WooCommerce calculates the same totals.
   *
   * @throws Error if the browser may not have the checkout
   */
  async open(link: string, browser = browserName): Promise<HandedCheckout> {
    const read = await this.ask(link, null, browser);
    const taken = await this.ask(link, {}, browser);
    const totals = { currency: read.body.currency, ...read.body.totals };
    const compared = await this.ask(link, { totals }, browser);
    for (const { status, body } of [read, taken, compared])
      if (status !== 200) throw new Error(`the link was refused: ${status} ${body.code}`);
    return read.body;
  }

  /** Stores an order of a checkout in WooCommerce, and returns its id. */
  order(cart: HandedCheckout, more: object): number {
    this.#lastOrder += 1;
    const id = this.#lastOrder;
    const { totals, minor_unit: unit } = cart;
    const lines = cart.lines.map(({ key, quantity, product_id, name }) => ({
      ...{ product_id, quantity, name, total: decimalText(totals.items, unit), total_tax: '0.00' },
      meta_data: [{ id: 1, key: '_cartwright_line', value: key }],
    }));
    this.data.save('orders', {
      ...{ id, number: String(id), currency: cart.currency, date_created_gmt: '2026-06-01T12:00:00' },
      total: decimalText(totals.total, unit),
      total_tax: decimalText(totals.tax, unit),
      discount_total: decimalText(totals.discount, unit),
      shipping_total: decimalText(totals.shipping, unit),
      meta_data: [{ id: 1, key: '_cartwright_checkout', value: cart.id }],
      line_items: lines,
      ...more,
    });
    return id;
  }

  /** Changes an order, as its payment or a manager does. */
  setOrder(id: number, more: object): void {
    this.data.save('orders', { ...(this.data.one('orders', id) ?? { id }), id, ...more });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.system.stop();
    await this.fake.end();
  }
}
