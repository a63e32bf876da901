import { followShop, releaseShop } from '#contracts/settings.ts';
import type { Services } from '#platform/woocommerce/send.ts';

/** Milliseconds between two calls that keep the shop followed. The catalogue believes each of them for a day. */
const renewMs = 60_000;

interface OwnershipDeps {
  readonly services: Services;
  /** The address of the shop. */
  readonly url: string;
  now(): number;
}

/** Tells the catalogue whether the shop is followed. Meanwhile operators cannot change what belongs to the shop. */
export class Ownership {
  readonly #deps: OwnershipDeps;
  /** The time of the last call that kept the shop followed; null after it was released. Undefined before both. */
  #keptAt: number | null | undefined;

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
  }

  /** Called while the shop is followed. */
  async keep(): Promise<void> {
    const { services, url, now } = this.#deps;
    if (typeof this.#keptAt === 'number' && now() < this.#keptAt + renewMs) return;
    await services.request(followShop, { url });
    this.#keptAt = now();
  }

  /** Called while the connection is paused. */
  async release(): Promise<void> {
    if (this.#keptAt === null) return;
    await this.#deps.services.request(releaseShop, {});
    this.#keptAt = null;
  }
}
