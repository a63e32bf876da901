import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ServiceError } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import { Pace } from '#platform/woocommerce/pace.ts';
import { type ListName, ShopData, type WooRecord } from '#platform/woocommerce/shop-data.fixture.ts';
import { ShopComparison } from './comparison.ts';
import { Follower } from './follower.ts';
import { HandOver } from './hand-over.ts';
import { Journal } from './journal.ts';
import { MemoryCatalogue } from './memory-catalogue.fixture.ts';
import { Missing } from './missing.ts';
import { Ownership } from './ownership.ts';
import { Reading } from './reading.ts';
import { Rest } from './rest.ts';
import type { Item } from './store/item.ts';
import { ConnectState } from './store/state.ts';
import { TaskStore } from './store/tasks.ts';

const lists = [
  ...['attributes', 'terms', 'categories', 'tags', 'brands', 'shippingClasses'],
  ...['products', 'reviews', 'coupons', 'customers'],
] as const;

/** Members that each product has in WooCommerce's JSON and that no test looks at. */
const plain = { name: 'A', status: 'publish', catalog_visibility: 'visible', tax_status: 'taxable' };
const counted = { manage_stock: true, stock_status: 'instock', backorders: 'no', dimensions: {} };

export function wooProduct(id: number, more: object = {}): WooRecord {
  const own = { id, type: 'simple', slug: `p-${id}`, sku: `S-${id}`, regular_price: '10' };
  return {
    ...plain,
    ...counted,
    stock_quantity: 5,
    ...own,
    date_created_gmt: '2026-01-01T00:00:00',
    ...more,
  };
}

export function wooVariation(id: number, parent: number, more: object = {}): WooRecord {
  return wooProduct(id, { type: undefined, parent_id: parent, sku: '', attributes: [], ...more });
}

export function wooTerm(id: number, more: object = {}): WooRecord {
  return {
    id,
    name: `Term ${id}`,
    slug: `term-${id}`,
    description: '',
    count: 0,
    display: 'default',
    ...more,
  };
}

export function wooCoupon(id: number, more: object = {}): WooRecord {
  const dates = { date_created_gmt: '2026-01-01T00:00:00', discount_type: 'percent', status: 'publish' };
  return { id, code: `code-${id}`, amount: '10', usage_count: 0, ...dates, ...more };
}

export function wooCustomer(id: number, more: object = {}): WooRecord {
  const email = `ann${id}@shop.example`;
  const address = { first_name: 'Ann', last_name: 'Lee', company: '', country: 'GB', address_1: '1 High St' };
  const billing = { ...address, address_2: '', city: 'London', postcode: 'EC1A 1BB', state: '', phone: '' };
  const person = { username: `ann${id}`, email, first_name: 'Ann', last_name: 'Lee', role: 'customer' };
  const created = '2026-01-01T00:00:00';
  const dates = { date_created: created, date_created_gmt: created };
  return {
    id,
    ...person,
    ...dates,
    billing: { ...billing, email },
    shipping: billing,
    meta_data: [],
    ...more,
  };
}

/** Ignores that a service is away, as the follower does, which then repeats the step. */
function ignoreUnavailable(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
  return false;
}

/** A shop, a catalogue that follows it, and a clock that only the test moves. */
export class FollowedShop implements AsyncDisposable {
  readonly data: ShopData;
  readonly shop: FakeShop;
  readonly catalogue = new MemoryCatalogue();
  readonly state: ConnectState;
  readonly tasks: TaskStore;
  readonly random: Seeded;
  readonly lease = { isHeld: true };
  mended = 0;
  failures = 0;
  /** Milliseconds that each answer of the shop takes. One of the plugin takes a fifth. */
  answerMs = 0;
  /** The time of the last request of a visitor. */
  visitedAt = Number.POSITIVE_INFINITY;
  /** Called at each request to the shop, before its answer is made. */
  onRequest: () => void = () => undefined;
  #engine: Engine;
  #nowMs = Date.parse('2026-06-01T12:00:00Z');
  #follower: Follower;

  private constructor(shop: FakeShop, engine: Engine, seed: number) {
    this.shop = shop;
    this.random = new Seeded(seed);
    this.#engine = engine;
    this.state = new ConnectState(engine);
    this.tasks = new TaskStore(engine);
    this.data = new ShopData(
      () => Math.floor(this.#nowMs / 1_000),
      () => this.random.next(),
    );
    shop.data = this.data;
    shop.answering = () => {
      this.onRequest();
      const isQuestion = shop.asked.at(-1)?.startsWith('wc-cartwright');
      this.#nowMs += isQuestion ? this.answerMs / 5 : this.answerMs;
    };
    shop.hasAllVariations = true;
    this.#follower = this.#newFollower();
    for (const group of ['general', 'products', 'tax', 'shipping'])
      this.data.setting(`wc/v3/settings/${group}`, []);
    this.data.setting('', { name: 'Shop', timezone_string: 'UTC', gmt_offset: 0 });
    this.data.setting('wc/v3/shipping/zones', []);
  }

  static async start(mongodb: string, seed = 1): Promise<FollowedShop> {
    const logger = pino({ level: 'silent' });
    const engine = new Engine(mongodb, logger);
    const followed = new FollowedShop(await startFakeShop(), engine, seed);
    await engine.start(async () => {
      await followed.state.prepare();
      await followed.tasks.prepare();
    });
    return followed;
  }

  #handOver(catalogue: MemoryCatalogue) {
    const address = { url: this.shop.url, ...this.shop.key };
    const clock = {
      now: () => this.#nowMs,
      sleep: async (milliseconds: number) => {
        this.#nowMs += milliseconds;
      },
    };
    const pace = new Pace({ longestMs: 3_600_000, longestWaitMs: 2_000 }, clock);
    const client = new ShopClient(address, { timeoutMs: 10_000, pausesMs: [] }, undefined, pace);
    const records = new ShopRecords(client);
    return { client, records, pace, handOver: new HandOver(records, catalogue) };
  }

  #newFollower(): Follower {
    const { client, records, pace, handOver } = this.#handOver(this.catalogue);
    const { state, tasks, lease } = this;
    const now = () => this.#nowMs;
    const missing = new Missing({ services: this.catalogue, state, now });
    return new Follower({
      ...{ lease, state, tasks, handOver, now, everyMs: 5_000, logger: pino({ level: 'silent' }) },
      ownership: new Ownership({ services: this.catalogue, url: this.shop.url, now }),
      rest: new Rest(pace, now),
      sinceVisit: () => now() - Math.min(this.visitedAt, now()),
      journal: new Journal(client),
      reading: new Reading({ records, missing, state }),
      orders: { changed: async () => undefined },
      comparison: new ShopComparison({ records, missing, handOver, state, now }),
      counts: {
        failed: () => {
          this.failures += 1;
        },
        mended: (_kind, count) => {
          this.mended += count;
        },
      },
    });
  }

  /** Begins again with another process, which has nothing in memory. */
  restart(): void {
    this.#follower = this.#newFollower();
  }

  get now(): number {
    return this.#nowMs;
  }

  /** Lets a number of seconds pass, with a step after each or several. Slow answers of the shop take a part of this time. */
  async pass(seconds: number, ofStep = 1): Promise<void> {
    const until = this.#nowMs + seconds * 1_000;
    while (this.#nowMs < until) {
      this.#nowMs += ofStep * 1_000;
      await this.#step();
    }
  }

  /** Makes a step. On a busy machine MongoDB may exceed its time limit: the step is then repeated in the same moment. */
  async #step(): Promise<void> {
    for (;;) {
      const isDone = await this.#follower.step().then(() => true, ignoreUnavailable);
      if (isDone || this.catalogue.isAway) return;
      await sleep(50);
    }
  }

  /** Lets time pass until something is so. Returns the seconds that it took; at most `limit`. */
  async passUntil(isSo: () => boolean, limit: number): Promise<number> {
    const begun = this.#nowMs;
    while (!isSo() && this.#nowMs < begun + limit * 1_000) {
      this.#nowMs += 200;
      await this.#step();
    }
    return (this.#nowMs - begun) / 1_000;
  }

  /** Lets time pass in one jump. */
  jump(seconds: number): void {
    this.#nowMs += seconds * 1_000;
  }

  get behindSeconds(): Map<string, number> {
    return new Map(this.#follower.behindSeconds);
  }

  /** Returns what differs between the catalogue and one that is filled anew from the shop. */
  async differences(): Promise<string[]> {
    const { shop } = this;
    const { trouble } = shop;
    const { onRequest } = this;
    shop.trouble = () => null;
    this.onRequest = () => undefined;
    const whole = new MemoryCatalogue();
    const items = lists.flatMap((kind) =>
      this.data.all(kind as ListName).map(({ id }) => ({ kind, id }) as Item),
    );
    const { handOver } = this.#handOver(whole);
    const brought = await handOver.bring([{ kind: 'settings', id: 0 }, ...items]);
    for (let { later } = brought; later.length > 0; ) later = (await handOver.bring(later)).later;
    shop.trouble = trouble;
    this.onRequest = onRequest;
    const found = brought.failures.map(({ reason }) => `the copy failed: ${reason}`);
    if (JSON.stringify(whole.settings) !== JSON.stringify(this.catalogue.settings)) found.push('settings');
    for (const kind of lists) {
      const [ours, theirs] = [this.catalogue.of(kind), whole.of(kind)];
      for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
        if (JSON.stringify(ours.get(id)) !== JSON.stringify(theirs.get(id))) found.push(`${kind} ${id}`);
      }
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.shop.end();
  }
}
