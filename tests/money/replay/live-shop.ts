import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { createApiKey } from '#contracts/api-keys.ts';
import { runCli } from '#testing/import-shop.ts';
import { operatorOf } from '#testing/operator.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import type { Taken } from './filled-cart.ts';
import {
  type AskedCart,
  type CoCartAnswer,
  entriesOf,
  type RecordedCase,
  type RecordedIds,
} from './recorded-cases.ts';
import { lineId } from './store-coupons.ts';
import { storeFolder } from './store-folder.ts';

/** The settings of a system for `LiveShop.on`. Limits are off, so that carts can be filled quickly. */
export const limitsOff: Readonly<Record<string, string>> = {
  CART_RATE_LIMIT: 'off',
  LOGIN_RATE_LIMIT: 'off',
  GUEST_CART_LIMIT: 'off',
  COUPON_GUESS_LIMIT: 'off',
};

/** Milliseconds after which every process has a change of the catalogue. */
const propagationMs = 1_100;

interface Answer {
  readonly status: number;
  readonly cartKey: string;
  readonly body: unknown;
}

/** A whole system that imports recorded shops, one after the other, and fills their carts over HTTP. */
export class LiveShop implements AsyncDisposable {
  readonly #system: RunningSystem;
  readonly #stop: () => Promise<void>;
  readonly #credentials: string;
  readonly #agent: Agent;

  private constructor(system: RunningSystem, stop: () => Promise<void>, credentials: string, ca: string) {
    this.#system = system;
    this.#stop = stop;
    this.#credentials = credentials;
    this.#agent = new Agent({ connect: { ca } });
  }

  /** Starts a system, which stops when the result is disposed. */
  static async start(): Promise<LiveShop> {
    const system = await startSystem({ env: limitsOff });
    return LiveShop.#of(system, () => system.stop());
  }

  /** Uses a running system, whose shops are replaced. */
  static on(system: RunningSystem): Promise<LiveShop> {
    return LiveShop.#of(system, async () => undefined);
  }

  static async #of(system: RunningSystem, stop: () => Promise<void>): Promise<LiveShop> {
    await using operator = await operatorOf(system);
    const keyRequest = { permissions: 'read_write' as const, description: 'money', user: null };
    const { consumerKey, consumerSecret } = await operator.ask(createApiKey, keyRequest);
    system.secret(consumerSecret);
    const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
    return new LiveShop(system, stop, credentials, await readFile(system.caFile, 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.close();
    await this.#stop();
  }

  /** Replaces the current shop with a recorded shop. */
  async take({ store, ids }: RecordedCase): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'recorded-shop-'));
    try {
      for (const [name, content] of Object.entries(storeFolder(store, ids))) {
        await writeFile(join(folder, name), JSON.stringify(content));
      }
      await runCli(this.#system.dataDir, ['import', 'woocommerce', '--from', folder, '--reset', '--yes']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await new Promise((done) => setTimeout(done, propagationMs));
  }

  /** Fills a recorded cart: first the customer, then line by line. */
  async fill(
    ids: RecordedIds,
    { lines, customer, coupons = [], fees = [], chosen }: AskedCart,
  ): Promise<{ answer: CoCartAnswer; taken: Taken }> {
    const [first, ...others] = lines.map((line) => ({
      id: String(lineId(ids, line)),
      quantity: String(line.q),
    }));
    const texts = Object.fromEntries(entriesOf(customer));
    const data = { ...texts, ship_to_different_address: true };
    // The first write creates the cart and its key.
    const firstBody = Object.keys(texts).length > 0 ? { namespace: 'update-customer', data } : first;
    const { cartKey } = await this.#postRequired(firstBody === first ? 'add-item' : 'update', firstBody, '');
    const rest = firstBody === first ? others : [first, ...others];
    for (const item of rest) await this.#postRequired('add-item', item, cartKey);
    const taken = { coupons: [] as boolean[], fees: [] as boolean[] };
    for (const code of coupons)
      taken.coupons.push(await this.#postAllowed('apply-coupon', { code }, cartKey));
    for (const { name, amount, taxable = false, tax_class = '' } of fees) {
      const fee = { name, amount: String(amount), taxable, tax_class };
      taken.fees.push(await this.#postAllowed('add-fee', fee, cartKey, true));
    }
    // If the shipping method does not exist, the cart service refuses this request, and WooCommerce ignores it.
    // In both, the default method stays chosen.
    if (chosen) await this.#postAllowed('set-shipping-method', { rate_id: chosen }, cartKey);
    const { body } = await this.#ask('GET', `?cart_key=${cartKey}&thumb=false`);
    return { answer: body as CoCartAnswer, taken };
  }

  async #postRequired(path: string, body: unknown, cartKey: string): Promise<Answer> {
    const answer = await this.#post(path, body, cartKey);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /**
   * Sends a request and returns whether it succeeded.
   * @throws Error for a fault of the server, or if access or rate limits refuse the request
   */
  async #postAllowed(path: string, body: unknown, cartKey: string, withKey = false): Promise<boolean> {
    const { status, body: said } = await this.#post(path, body, cartKey, withKey);
    if ([401, 403, 429].includes(status) || status >= 500) {
      throw new Error(`${path}: ${status} ${JSON.stringify(said)}`);
    }
    return status < 300;
  }

  #post(path: string, body: unknown, cartKey: string, withKey = false): Promise<Answer> {
    return this.#ask('POST', `/${path}${cartKey && `?cart_key=${cartKey}`}`, body, withKey);
  }

  async #ask(method: string, path: string, body?: unknown, withKey = false): Promise<Answer> {
    const response = await fetch(`${this.#system.httpsUrl}/wp-json/cocart/v2/cart${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(withKey && { authorization: `Basic ${this.#credentials}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cartKey = response.headers.get('cart-key') ?? '';
    return { status: response.status, cartKey, body: await response.json() };
  }
}
