import { setTimeout as sleep } from 'node:timers/promises';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { Seeded } from '#platform/util/seeded.ts';
import type { RunningSystem } from '#testing/system.ts';
import type { Catalogue } from './catalogue.ts';
import { privateUrls } from './private-urls.ts';
import { say } from './say.ts';

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

  /** Changes prices until the returned object is disposed. Then prints how many changes failed, if any failed. */
  start(changesASecond: number): AsyncDisposable {
    let stopped = false;
    const run = async () => {
      const begun = performance.now();
      const changes: Promise<boolean>[] = [];
      while (!stopped) {
        const due = ((performance.now() - begun) / 1_000) * changesASecond;
        while (changes.length < due) changes.push(this.#change().catch(() => false));
        await sleep(5);
      }
      const failed = (await Promise.all(changes)).filter((succeeded) => !succeeded).length;
      if (failed > 0) say(`${failed} of ${changes.length} price changes failed`);
    };
    const running = run();
    return {
      async [Symbol.asyncDispose]() {
        stopped = true;
        await running;
      },
    };
  }

  /** Returns whether the price was changed. */
  async #change(): Promise<boolean> {
    const reference = String(this.#random.pick(this.#productIds));
    const response = await fetch(`${this.#url}/operations/${setProduct.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ reference, change: { regular: 1_000 + this.#random.below(9_000), sale: null } }),
    });
    await response.arrayBuffer();
    return response.ok;
  }
}
