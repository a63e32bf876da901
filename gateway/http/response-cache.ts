import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { asServiceError } from '#platform/errors/errors.ts';

/** Bytes of answers that are kept, with what each costs beside them. */
const mostBytes = 64 * 1024 * 1024;
const overheadBytes = 1_024;
/** Request targets that are remembered with the answer they lead to, and how long one may be. */
const mostTargets = 10_000;
const longestTarget = 256;

/**
 * Ids of the products that an answer shows anything of; `any` for one that every change could alter, such as a list.
 */
export type Products = readonly number[] | 'any';

/** An answer as a route made it. */
export interface Fresh {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Unix milliseconds after which the answer does not hold any more; null when only a change ends it. */
  readonly holdsUntil: number | null;
  readonly products: Products;
  /** Numbers of the feeds that the answer is at least as new as; without them it is not kept. */
  readonly asOf: AsOf | null;
}

/** A number for each feed that tells of changes. */
export interface AsOf {
  readonly catalogue: number;
  readonly settings: number;
  /** For how many milliseconds nobody could say that there is nothing newer. */
  readonly age: number;
}

/** An answer that is kept: ready bytes. */
export interface Entry {
  readonly bytes: Buffer;
  /** Strong: a digest of the bytes. */
  readonly etag: string;
  readonly route: string;
  /** The route's own, beside those that every kept answer has. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly holdsUntil: number;
  readonly products: readonly (number | 'any')[];
  /** Milliseconds since it was last known that there is nothing newer. Not 0 for an answer that has to be marked. */
  readonly age: number;
}

/** After an answer that could not be confirmed, the kept ones are served for so long before anybody is asked. Milliseconds. */
const quietMs = 1_000;

/** What tells the cache of changes: whether nothing is missing, and the number of the last change taken in. */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** For how many milliseconds something may be missing. */
  readonly age: number;
}

/** The feeds that an answer can be out of date by. */
type Feeds = Readonly<Record<'catalogue' | 'settings', Feed>>;

/**
 * Public answers as ready bytes (docs/reference/rules.md#caching).
 *
 * Nothing is served after an answer's time is over. While a feed is behind, an answer is made anew; where nobody can make
 * it, or only out of memory, the kept one is served and marked with its age. An answer that is older than a change
 * that was heard, because its making began before or because a replica had not heard yet, is given to whoever waits
 * for it, but not kept. Equal requests at one time are made into one.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes, products }, key) =>
      bytes.length + key.length + 16 * products.length + overheadBytes,
    dispose: ({ products }, key) => this.#forget(products, key),
  });
  /** The key that a raw request target leads to: so that a repeated request is not even parsed. */
  readonly #targets = new LRUCache<string, string>({ max: mostTargets });
  readonly #keysOfProduct = new Map<number | 'any', Set<string>>();
  readonly #flights = new Map<string, Promise<Entry>>();
  readonly #staleForMs: number;
  #feeds: Feeds | null = null;
  #quietUntil = Number.NEGATIVE_INFINITY;

  /** Answers are served for so many milliseconds while nobody can confirm them. */
  constructor(staleForMs = 0) {
    this.#staleForMs = staleForMs;
  }

  /** The feeds that tell of changes. Before there are any, nothing is kept or served. */
  follow(feeds: Feeds): void {
    this.#feeds = feeds;
  }

  get #current(): boolean {
    return this.#feeds?.catalogue.current === true && this.#feeds.settings.current;
  }

  /** The answer that a raw request target led to before, when it may still be served. */
  byTarget(target: string): Entry | undefined {
    const key = this.#targets.get(target);
    return key === undefined ? undefined : this.#kept(key);
  }

  #kept(key: string): Entry | undefined {
    if (this.#current) return this.#holding(key);
    return performance.now() < this.#quietUntil ? this.#stale(key) : undefined;
  }

  #holding(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && Date.now() < entry.holdsUntil ? entry : undefined;
  }

  /** A kept answer with its age, while it is not too old. */
  #stale(key: string): Entry | undefined {
    const { catalogue, settings } = this.#feeds ?? {};
    const age = Math.max(
      catalogue?.age ?? Number.POSITIVE_INFINITY,
      settings?.age ?? Number.POSITIVE_INFINITY,
    );
    const entry = age <= this.#staleForMs ? this.#holding(key) : undefined;
    return entry && { ...entry, age };
  }

  /** Whether there is an answer of this key that may be served. */
  keeps(key: string): boolean {
    return this.#kept(key) !== undefined;
  }

  /** From now on, the request target leads to the answer of this key. */
  remember(target: string, key: string): void {
    if (target.length <= longestTarget) this.#targets.set(target, key);
  }

  /** The answer of a key: the one that is kept, the one that is being made, or a new one. */
  async through(
    key: string,
    route: string,
    make: () => Promise<Fresh>,
  ): Promise<{ entry: Entry; hit: boolean }> {
    const kept = this.#kept(key);
    if (kept) return { entry: kept, hit: true };
    const running = this.#flights.get(key);
    if (running) return { entry: await running, hit: false };
    const flight = this.#fly(key, route, make);
    this.#flights.set(key, flight);
    try {
      return { entry: await flight, hit: false };
    } finally {
      // A change has put the flight aside already, and another may have begun since.
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  /** A full answer made for one request alone, not kept. */
  async uncached(route: string, make: () => Promise<Fresh>): Promise<Entry> {
    return finish(await make(), route);
  }

  async #fly(key: string, route: string, make: () => Promise<Fresh>): Promise<Entry> {
    let fresh: Fresh;
    try {
      fresh = await make();
    } catch (error) {
      const stale = this.#current || !isUnavailable(error) ? undefined : this.#stale(key);
      if (!stale) throw error;
      this.#quietUntil = performance.now() + quietMs;
      return stale;
    }
    const entry = finish(fresh, route);
    if (entry.age > 0) this.#quietUntil = performance.now() + quietMs;
    if (this.#current && this.#isUpToDate(fresh.asOf)) this.#keep(key, entry);
    return entry;
  }

  #isUpToDate(asOf: AsOf | null): boolean {
    const feeds = this.#feeds;
    return (
      feeds !== null &&
      asOf !== null &&
      asOf.age === 0 &&
      asOf.catalogue >= feeds.catalogue.number &&
      asOf.settings >= feeds.settings.number
    );
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    if (!this.#entries.has(key)) return;
    for (const id of entry.products) {
      const keys = this.#keysOfProduct.get(id);
      if (keys) keys.add(key);
      else this.#keysOfProduct.set(id, new Set([key]));
    }
  }

  #forget(products: Entry['products'], key: string): void {
    for (const id of products) {
      const keys = this.#keysOfProduct.get(id);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOfProduct.delete(id);
    }
  }

  /**
   * Drops the answers that show something of these products, or of any. Whoever asks from now on gets what is made
   * anew.
   */
  dropProducts(ids: readonly number[]): void {
    this.#flights.clear();
    for (const id of ['any', ...ids] as const) {
      for (const key of [...(this.#keysOfProduct.get(id) ?? [])]) this.#entries.delete(key);
    }
  }

  /** Drops all answers. */
  clear(): void {
    this.#flights.clear();
    this.#entries.clear();
  }
}

function isUnavailable(error: unknown): boolean {
  return asServiceError(error).code === 'service_unavailable';
}

function finish({ body, headers, holdsUntil, products, asOf }: Fresh, route: string): Entry {
  const bytes = Buffer.from(JSON.stringify(body));
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
  return {
    bytes,
    etag,
    route,
    headers: Object.entries(headers),
    holdsUntil: holdsUntil ?? Number.POSITIVE_INFINITY,
    products: products === 'any' ? ['any'] : products,
    age: asOf?.age ?? 0,
  };
}
