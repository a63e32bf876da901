import { pino } from 'pino';
import type { Cart } from '#contracts/cart.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import type { AnyEvent } from '#contracts/events.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopData } from '#platform/woocommerce/shop-data.fixture.ts';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { CheckoutStore } from '../store/checkouts.ts';
import { Beginning } from './beginning.ts';
import { Handing } from './handing.ts';
import { OrderFollower } from './order-follower.ts';
import { ShopOrders } from './shop-orders.ts';

export const cartKey = 't_00000000000000000000000000000000000000aa';
const guestClaim: Claim = { ...nobody, cart: cartKey };
export const browser = 'b'.repeat(32);
export const otherBrowser = 'c'.repeat(32);

/** Members of a request to begin a checkout that a test changes. */
interface Given {
  readonly cart?: Partial<Cart>;
  readonly total?: number | null;
  readonly key?: string;
  readonly digest?: string;
  readonly email?: string | null;
  readonly claim?: Claim;
  /** Milliseconds until the deadline. */
  readonly withinMs?: number;
}

/** What was taken out of a cart. */
type Taken = Parameters<ConstructorParameters<typeof OrderFollower>[0]['take']>[0];

/** A shop with its plugin, the parts of connect that handle checkouts, a cart service, and a clock that the test moves. */
export class CheckoutShop implements AsyncDisposable {
  readonly data: ShopData;
  readonly shop: FakeShop;
  readonly store: CheckoutStore;
  readonly taken: Taken[] = [];
  readonly events: AnyEvent[] = [];
  readonly counted: string[] = [];
  readonly lease = { isHeld: true };
  isCartAway = false;
  isStreamAway = false;
  beginning: Beginning;
  handing: Handing;
  follower: OrderFollower;
  #nowMs = Date.parse('2026-06-01T12:00:00Z');
  #engine: Engine;
  #lastOrder = 300;

  private constructor(shop: FakeShop, engine: Engine) {
    this.shop = shop;
    this.#engine = engine;
    this.store = new CheckoutStore(engine);
    const random = new Seeded(1);
    this.data = new ShopData(
      () => Math.floor(this.#nowMs / 1_000),
      () => random.next(),
    );
    shop.data = this.data;
    const parts = this.#parts();
    this.beginning = parts.beginning;
    this.handing = parts.handing;
    this.follower = parts.follower;
  }

  static async start(mongodb: string): Promise<CheckoutShop> {
    const engine = new Engine(mongodb, pino({ level: 'silent' }));
    const made = new CheckoutShop(await startFakeShop(), engine);
    await engine.start(() => made.store.prepare());
    await engine.connection.collection('checkouts').deleteMany({});
    return made;
  }

  #parts() {
    const { store, lease } = this;
    const client = new ShopClient(
      { url: this.shop.url, ...this.shop.key },
      { timeoutMs: 20_000, pausesMs: [] },
    );
    const shop = new ShopOrders(client);
    const now = () => this.#nowMs;
    const note = (name: string) => () => void this.counted.push(name);
    const counts = {
      ...{ begun: note('begun'), placed: note('placed'), paid: note('paid'), failed: note('failed') },
      differed: (cause: string) => void this.counted.push(`differed by ${cause}`),
    };
    return {
      beginning: new Beginning({ store, shop, counts, now, shopUrl: 'https://shop.example' }),
      handing: new Handing({ store, counts, now }),
      follower: new OrderFollower({
        ...{ lease, store, shop, counts, now, logger: pino({ level: 'silent' }) },
        stream: {
          publish: async (events) => {
            if (this.isStreamAway) throw new Error('no stream');
            this.events.push(...events);
          },
        },
        take: async (ordered) => {
          if (this.isCartAway) throw unavailable();
          this.taken.push(ordered);
        },
      }),
    };
  }

  /** Begins again with another process, which has nothing in memory. */
  restart(): void {
    Object.assign(this, this.#parts());
  }

  /** Lets a number of seconds pass, with a step at the end. */
  async pass(seconds: number): Promise<void> {
    this.#nowMs += seconds * 1_000;
    await this.follower.step();
  }

  /** Begins a checkout as the gateway requests it. */
  begin({ cart: changed, total, key, digest = 'd', email = null, ...given }: Given = {}) {
    const { claim = guestClaim, withinMs = 2_000 } = given;
    const cart = { ...aCart({ lines: [aLine()] }), key: claim.cart, revision: 1, ...changed };
    const once =
      key === undefined
        ? ({ key: `own ${this.#nowMs} ${Math.random()}`, origin: 'gateway', digest: '' } as const)
        : ({ key, origin: 'client', digest } as const);
    const agreed = total === undefined ? cart.totals.total : total;
    const request = { once, cart, total: agreed, returnUrl: 'https://front.example/done', email };
    return this.beginning.begin(request, { requestId: 'test', deadline: this.#nowMs + withinMs, claim });
  }

  /** Begins a checkout, and lets a browser open it. Returns its id and token. */
  async opened(given: Given = {}) {
    const { checkout, url } = await this.begin(given);
    const token = tokenIn(url);
    await this.handing.take({ token, browser, totals: null });
    return { id: checkout.id, token };
  }

  /** Stores an order of a checkout in WooCommerce, and returns its id. */
  order(checkout: string, status: string, more: object = {}): number {
    this.#lastOrder += 1;
    const id = this.#lastOrder;
    this.data.save('orders', orderOf(id, checkout, status, more));
    return id;
  }

  /** Changes an order. */
  setOrder(id: number, more: object): void {
    this.data.save('orders', { ...(this.data.one('orders', id) ?? { id }), id, ...more });
  }

  /** Returns the stored checkout. */
  async stored(id: string) {
    const found = await this.store.read(id);
    if (!found) throw new Error(`there is no checkout ${id}`);
    return found;
  }

  async state(id: string): Promise<string> {
    return (await this.stored(id)).state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.shop.end();
  }
}

/** The time of a payment, as WooCommerce writes it. */
export const paidNow = { date_paid_gmt: '2026-06-01T12:01:00' };

function orderOf(id: number, checkout: string, status: string, more: object) {
  const line = { quantity: 2, meta_data: [{ id: 2, key: '_cartwright_line', value: aLine().key }] };
  return {
    ...{ id, status, date_paid_gmt: null, line_items: [line] },
    meta_data: [{ id: 1, key: '_cartwright_checkout', value: checkout }],
    ...more,
  };
}

export function tokenIn(url: string | null): string {
  return new URL(url ?? 'https://none.example').searchParams.get('token') ?? '';
}
