import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from '#platform/util/seeded.ts';
import { type ConnectedShop, type HandedCheckout, onHold, paid } from '#testing/connected-shop.ts';
import { lengthOf } from '#testing/length.ts';

/** The products of the shop. */
export const products = [70, 71, 72, 73, 74] as const;

/** What becomes of a checkout. `late`: the order is cancelled, and paid afterwards. */
const outcomes = [
  'paid',
  'paid',
  'transfer',
  'on-hold',
  'refused',
  'late',
  'cancelled',
  'waits',
  'left',
] as const;
type Outcome = (typeof outcomes)[number];

/** The state in which a checkout ends. */
const endOf: Readonly<Record<Outcome, string>> = {
  ...{ paid: 'paid', transfer: 'paid', 'on-hold': 'placed', refused: 'paid', late: 'paid' },
  ...{ cancelled: 'cancelled', waits: 'handed-over', left: 'handed-over' },
};

/** How the order of each begins. */
const beginningOf: Readonly<Record<Outcome, object>> = {
  ...{ paid, transfer: onHold, 'on-hold': onHold, refused: { status: 'failed' }, left: {} },
  ...{ late: { status: 'cancelled' }, cancelled: { status: 'cancelled' }, waits: { status: 'pending' } },
};

/** The part of the changes about which the journal has no row. What it loses is asked for after a minute. */
const losesRows = lengthOf(0, 0.2);

/** Milliseconds after which a request that is never answered fails the test. */
const patienceMs = 180_000;

// biome-ignore lint/suspicious/noExplicitAny: answers, whose shapes other tests check
type Json = any;

/** A shopper who buys while processes die. Each request is repeated until it is answered, as a storefront does. */
export class TestShopper {
  readonly outcome: Outcome;
  key = '';
  /** The ids of the checkouts that this shopper got for the cart. */
  readonly checkouts = new Set<string>();
  /** The pieces of each product in the cart, as they must be in the end. */
  readonly #pieces = new Map<number, number>();
  readonly #shop: ConnectedShop;
  readonly #random: Seeded;
  readonly #at: (step: string) => void;

  constructor(shop: ConnectedShop, random: Seeded, at: (step: string) => void) {
    this.#shop = shop;
    this.#random = random;
    this.#at = at;
    this.outcome = random.pick(outcomes);
  }

  /** Goes from an empty cart to the end of the order. */
  async visit(): Promise<void> {
    for (let lines = 1 + this.#random.below(3); lines > 0; lines -= 1) await this.#add('fill');
    const cart = await this.#handOver();
    if (this.outcome === 'left') return;
    if (this.#random.next() < 0.3) await this.#add('add meanwhile');
    await this.#order(cart);
  }

  /** Returns what is wrong in the end; empty if nothing is. */
  async faults(): Promise<string[]> {
    const wrong: string[] = [];
    if (this.checkouts.size !== 1) wrong.push(`${this.checkouts.size} checkouts of one cart`);
    const state = endOf[this.outcome];
    for (const id of this.checkouts) {
      const found = await this.#until(
        () => this.#get(`/v2/checkout/${id}`),
        (json) => json.state === state,
      );
      if (found.state !== state) wrong.push(`${this.outcome} is ${found.state}, not ${state}`);
    }
    const expected = JSON.stringify([...this.#pieces].sort());
    const held = (json: Json) =>
      JSON.stringify(
        Object.values<Json>(json.items)
          .map(({ id, quantity }) => [id, quantity.value])
          .sort(),
      );
    const cart = await this.#until(
      () => this.#get('/v2/cart'),
      (json) => held(json) === expected,
    );
    if (held(cart) !== expected) wrong.push(`the cart has ${held(cart)}, not ${expected}`);
    return wrong;
  }

  async #add(step: string): Promise<void> {
    const id = this.#random.pick<number>(products);
    const quantity = 1 + this.#random.below(3);
    const body = { id: String(id), quantity: String(quantity) };
    await this.#post(step, '/v2/cart/add-item', body);
    this.#pieces.set(id, (this.#pieces.get(id) ?? 0) + quantity);
  }

  /** Begins the checkout, sometimes in two tabs, and opens the link. */
  async #handOver(): Promise<HandedCheckout> {
    const tabs = this.#random.next() < 0.3 ? 2 : 1;
    const begun = await Promise.all(
      Array.from({ length: tabs }, () => this.#post('begin', '/v2/checkout', {})),
    );
    for (const { id } of begun) this.checkouts.add(id);
    const link: string = begun.at(-1)?.url ?? '';
    return this.#answered('hand over', () => this.#shop.open(link));
  }

  /** Places the order in WooCommerce, where the plugin allows one for each checkout. */
  async #order(cart: HandedCheckout): Promise<void> {
    this.#at('order');
    const { data } = this.#shop;
    const isPaidLater = ['transfer', 'refused', 'late'].includes(this.outcome);
    // A lost row about an order that is paid later is made up for only after an hour.
    data.traits.losesRows = isPaidLater ? 0 : losesRows;
    const order = this.#shop.order(cart, beginningOf[this.outcome]);
    const isBought = !['cancelled', 'waits'].includes(this.outcome);
    if (isBought) for (const line of cart.lines) this.#take(line.product_id, line.quantity);
    if (!isPaidLater) return;
    await sleep(this.#random.below(3_000));
    this.#at('pay');
    data.traits.losesRows = 0;
    this.#shop.setOrder(order, paid);
  }

  #take(product: number, quantity: number): void {
    const left = (this.#pieces.get(product) ?? 0) - quantity;
    if (left > 0) this.#pieces.set(product, left);
    else this.#pieces.delete(product);
  }

  /** Sends a write until it is answered, always with the same idempotency key. */
  async #post(step: string, path: string, body: object): Promise<Json> {
    const once = randomUUID();
    return this.#answered(step, async () => {
      const answer = await fetch(this.#shop.system.httpUrl + path, {
        method: 'POST',
        headers: { ...this.#headers(), 'idempotency-key': once },
        body: JSON.stringify(body),
      });
      const json: Json = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${json.code}`);
      this.key ||= answer.headers.get('cart-key') ?? '';
      return json;
    });
  }

  #get(path: string): Promise<Json> {
    return this.#answered('', async () => {
      const answer = await fetch(this.#shop.system.httpUrl + path, { headers: this.#headers() });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    });
  }

  #headers() {
    return { 'content-type': 'application/json', ...(this.key !== '' && { 'cart-key': this.key }) };
  }

  /** Repeats what fails because a process has died. @throws Error if it fails for minutes */
  async #answered<T>(step: string, ask: () => Promise<T>): Promise<T> {
    const end = performance.now() + patienceMs;
    for (;;) {
      if (step !== '') this.#at(step);
      try {
        return await ask();
      } catch (error) {
        if (performance.now() > end) throw error;
        await sleep(100);
      }
    }
  }

  /** Returns the first answer that holds; after minutes, the last one. */
  async #until(ask: () => Promise<Json>, holds: (json: Json) => boolean): Promise<Json> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const json = await ask();
      if (holds(json) || performance.now() > end) return json;
      await sleep(300);
    }
  }
}
