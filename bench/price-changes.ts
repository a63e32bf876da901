import { setTimeout as sleep } from 'node:timers/promises';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { Seeded } from '#platform/random/seeded.ts';
import type { RunningSystem } from '#testing/system.ts';
import type { Catalogue } from './catalogue.ts';
import { privateUrls } from './private-urls.ts';

/** Changes prices of a system's products at a fixed rate, as an operator does on the private port of a replica. */
export class PriceChanges {
  readonly #url: string;
  readonly #token: string;
  readonly #productIds: readonly number[];
  readonly #random = new Seeded(1);

  private constructor(url: string, token: string, productIds: readonly number[]) {
    this.#url = url;
    this.#token = token;
    this.#productIds = productIds;
  }

  static async of(system: RunningSystem, catalogue: Catalogue): Promise<PriceChanges> {
    const [url = ''] = await privateUrls(system, 'catalogue');
    return new PriceChanges(url, system.operationsToken('catalogue'), await catalogue.pricedProductIds());
  }

  /** Changes prices until the returned object is disposed. Disposing throws if a change failed. */
  start(changesASecond: number): AsyncDisposable {
    let stopped = false;
    const run = async () => {
      const begun = performance.now();
      const changes: Promise<void>[] = [];
      while (!stopped) {
        const due = ((performance.now() - begun) / 1_000) * changesASecond;
        while (changes.length < due) changes.push(this.#change());
        await sleep(5);
      }
      await Promise.all(changes);
    };
    const running = run();
    // The failure of a change is reported when the object is disposed.
    running.catch(() => undefined);
    return {
      async [Symbol.asyncDispose]() {
        stopped = true;
        await running;
      },
    };
  }

  async #change(): Promise<void> {
    const reference = String(this.#random.pick(this.#productIds));
    const response = await fetch(`${this.#url}/operations/${setProduct.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ reference, change: { regular: 1_000 + this.#random.below(9_000), sale: null } }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the price of product ${reference} did not change: ${answer}`);
  }
}
