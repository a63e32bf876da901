import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, Client, type Dispatcher } from 'undici';
import { Seeded } from '#platform/util/seeded.ts';
import type { Planned } from '../commands.ts';
import type { Attempt, Write } from '../history.ts';
import { cartKeys } from '../plan.ts';
import { causeOf, codeOf, send } from '../requests.ts';

/** Percentage of each kind of request; the sum is 100. */
const shares = { product: 30, list: 20, cart: 20, add: 20, bearer: 10 } as const;
export type RequestKind = keyof typeof shares;

/** A request and its answer. Times are milliseconds of one monotonic clock. */
export interface MeasuredRequest {
  readonly kind: RequestKind;
  /** Index of the URL to which the request was sent. */
  readonly to: number;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Null without an answer. */
  readonly status: number | null;
  /** Error code of the answer or of the socket; empty for a success. */
  readonly cause: string;
}

interface TrafficOptions {
  /** Base URLs, used in turn. */
  readonly urls: readonly string[];
  /** Requests per second, regardless of their answers. */
  readonly rate: number;
  readonly products: readonly number[];
  /** Access token of a customer. */
  readonly token: string;
  readonly seed: number;
}

const carts = 32;
/**
 * Maximum number of keep-alive connections to each URL. With fewer connections, a request might wait for a connection,
 * and this wait would count as a slow answer.
 */
const connections = 256;
/** One of five requests uses a new connection. */
const freshEvery = 5;
const limitMs = 30_000;
const timeouts = { headersTimeout: limitMs, bodyTimeout: limitMs, connectTimeout: limitMs };

/** Sends mixed requests at a steady rate without retries, so that each failure counts. */
export class Traffic implements AsyncDisposable {
  readonly asked: MeasuredRequest[] = [];
  /** The requests that add items, in the form that the checker needs. */
  readonly writes: Write[] = [];
  readonly carts: readonly string[];
  readonly #options: TrafficOptions;
  readonly #random: Seeded;
  readonly #pools: readonly Agent[];
  readonly #open = new Set<Promise<void>>();
  #sent = 0;
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#random = new Seeded(options.seed);
    this.carts = cartKeys(options.seed, carts);
    this.#pools = options.urls.map(() => new Agent({ connections, pipelining: 1, ...timeouts }));
    this.#running = this.#run();
  }

  /** Number of sent requests. */
  get sent(): number {
    return this.#sent;
  }

  /** Resolves when this many requests were sent since the start. */
  async until(sent: number): Promise<void> {
    while (this.#sent < sent && !this.#stopped) await sleep(50);
  }

  /** Stops sending, and resolves when every request is answered or has failed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    await Promise.all(this.#open);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await Promise.all(this.#pools.map((agent) => agent.destroy()));
  }

  async #run(): Promise<void> {
    const began = performance.now();
    while (!this.#stopped) {
      const due = ((performance.now() - began) * this.#options.rate) / 1_000;
      while (this.#sent < due && !this.#stopped) this.#send();
      await sleep(Math.max(1, began + (this.#sent * 1_000) / this.#options.rate - performance.now()));
    }
  }

  #send(): void {
    const number = this.#sent;
    this.#sent += 1;
    const turn = number % this.#options.urls.length;
    const url = this.#options.urls[turn] ?? '';
    const isFresh = number % freshEvery === 0;
    const dispatcher = isFresh ? new Client(url, timeouts) : (this.#pools[turn] as Agent);
    const answered = this.#ask(this.#kind(), number, { turn, origin: url, dispatcher })
      .finally(() => (isFresh ? dispatcher.destroy() : undefined))
      .finally(() => this.#open.delete(answered));
    this.#open.add(answered);
  }

  #kind(): RequestKind {
    let left = this.#random.below(100);
    for (const [kind, share] of Object.entries(shares) as [RequestKind, number][]) {
      left -= share;
      if (left < 0) return kind;
    }
    return 'product';
  }

  async #ask(kind: RequestKind, number: number, to: Target): Promise<void> {
    const cart = this.#random.pick(this.carts);
    const product = this.#random.pick(this.#options.products);
    switch (kind) {
      case 'add':
        return this.#add({ cart, key: `${cart}-${number}`, command: { kind, product, quantity: 1 } }, to);
      case 'product':
        return this.#read(kind, `/v2/products/${product}`, to);
      case 'list':
        // Random prices, so that most lists are not cached.
        return this.#read(kind, `/v2/products?orderby=price&min_price=${this.#random.below(500)}`, to);
      case 'cart':
        return this.#read(kind, `/v2/cart?cart_key=${cart}`, to);
      case 'bearer':
        return this.#read(kind, '/v2/cart', to, { authorization: `Bearer ${this.#options.token}` });
    }
  }

  async #add(planned: Planned, to: Target): Promise<void> {
    const attempts: Attempt[] = [];
    const { cart, key, command } = planned;
    this.writes.push({ cart, key, command, attempts });
    const sentAt = performance.now();
    const { status, cause, answer } = await send(to.dispatcher, planned, to.origin);
    const outcome = answer ? 'acknowledged' : 'unanswered';
    attempts.push({ sentAt, endedAt: performance.now(), outcome, status, cause, answer });
    this.asked.push({ kind: 'add', to: to.turn, sentAt, endedAt: performance.now(), status, cause });
  }

  async #read(
    kind: RequestKind,
    path: string,
    { turn, origin, dispatcher }: Target,
    headers: Record<string, string> = {},
  ): Promise<void> {
    const sentAt = performance.now();
    const record = (status: number | null, cause: string) =>
      this.asked.push({ kind, to: turn, sentAt, endedAt: performance.now(), status, cause });
    try {
      const { statusCode, body } = await dispatcher.request({ origin, method: 'GET', path, headers });
      const text = await body.text();
      record(statusCode, statusCode < 300 ? '' : codeOf(text));
    } catch (error) {
      record(null, causeOf(error));
    }
  }
}

/** Target of a request, with its connections. */
interface Target {
  readonly turn: number;
  readonly origin: string;
  readonly dispatcher: Dispatcher;
}
