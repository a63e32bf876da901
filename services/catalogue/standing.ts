import type { AsOf } from '#contracts/product.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Counter } from './store/counter.ts';

/** What something is at least as new as, and for how many milliseconds nobody could say that nothing newer is there. */
export interface Standing {
  readonly number: number;
  readonly age: number;
}

/** The store's settings as they were known last. */
export interface KnownSettings extends Standing {
  readonly settings: StoreSettings;
}

/**
 * The settings, and what an answer is at least as new as whose parts are read from now on. Ask for it before anything
 * else.
 */
export async function standingOf(parts: {
  readonly products: { standing(): Promise<Standing> };
  settings(): Promise<KnownSettings>;
}): Promise<{ readonly settings: StoreSettings; readonly asOf: AsOf }> {
  const [catalogue, store] = await Promise.all([parts.products.standing(), parts.settings()]);
  const age = Math.round(Math.max(catalogue.age, store.age));
  return { settings: store.settings, asOf: { catalogue: catalogue.number, settings: store.number, age } };
}

/** The same with another part of the answer taken into account. */
export function withPart(asOf: AsOf, { number, age }: Standing): AsOf {
  return {
    ...asOf,
    catalogue: Math.min(asOf.catalogue, number),
    age: Math.round(Math.max(asOf.age, age)),
  };
}

/** How the catalogue reads while MongoDB has no primary. */
export class Away {
  readonly #engine: Pick<Engine, 'breaker' | 'atSecondary'>;
  readonly #lastNumber: () => Promise<number>;
  readonly #staleForMs: number;

  constructor(engine: Pick<Engine, 'breaker' | 'atSecondary'>, counter: Counter, staleForMs: number) {
    this.#engine = engine;
    this.#lastNumber = () => counter.last();
    this.#staleForMs = staleForMs;
  }

  get now(): boolean {
    return this.#engine.breaker !== 'closed';
  }

  /** Whether what a feed kept fresh may still be shown, though its freshness cannot be confirmed. */
  mayShow(feed: { readonly age: number }): boolean {
    return this.now && feed.age <= this.#staleForMs;
  }

  /** Where a feed stands of late. @throws ServiceError `service_unavailable` when that was too long ago */
  lately(feed: Standing): Standing {
    if (!this.mayShow(feed)) throw unavailable('MongoDB has been away for too long');
    return { number: feed.number, age: feed.age };
  }

  /**
   * Reads from the primary; while it is away, from a secondary that has change `least` in the very snapshot that is
   * read.
   */
  async read<T>(least: number, work: () => Promise<T>): Promise<T> {
    if (!this.now) return work();
    return this.#engine.atSecondary(async () => {
      if ((await this.#lastNumber()) < least) throw unavailable('the secondary is behind');
      return work();
    });
  }
}
