import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { asServiceError } from '#platform/errors/errors.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** A compressed form of a body. */
export type Encoding = 'br' | 'gzip';

/** Maximum bytes of cached answers, including overhead. */
const mostBytes = 64 * 1024 * 1024;
const overheadBytes = 1_024;
/** Maximum number of cached request targets, and the maximum length of one. */
const mostTargets = 10_000;
const longestTarget = 256;

/** Ids of the products in an answer; `any` if every change could alter it, such as a list. */
export type Products = readonly number[] | 'any';

/** A new answer of a route. */
export interface Fresh {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Unix milliseconds at which the answer expires; null if only a change invalidates it. */
  readonly holdsUntil: number | null;
  readonly products: Products;
  /** The answer includes all changes up to these feed numbers. Null if that is unknown: then it is not cached. */
  readonly asOf: AsOf | null;
}

/** The number of the last included change of each feed. */
export interface AsOf {
  readonly catalogue: number;
  readonly settings: number;
  /** Milliseconds since the data was known to be current. */
  readonly age: number;
}

/** Compressed bytes by encoding. */
export type Encoded = Readonly<Partial<Record<Encoding, Buffer>>>;

/** A cached answer: ready bytes. */
export interface Entry {
  readonly bytes: Buffer;
  /** Compressed forms of the bytes, as far as they were made. */
  readonly encoded: Encoded;
  /** Strong: a digest of the bytes, or of the digests of their parts. */
  readonly etag: string;
  readonly route: string;
  /** The route's own headers, in addition to those of every cached answer. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly holdsUntil: number;
  readonly products: readonly (number | 'any')[];
  /** Milliseconds since the answer was known to be current. 0 if it needs no `Age` mark. */
  readonly age: number;
}

/** How long stale answers are served without a new attempt after an unconfirmed answer. Milliseconds. */
const quietMs = 1_000;

/** A feed of changes: whether it is current, and the number of its last change. */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** Milliseconds for which changes may be missing. */
  readonly age: number;
}

/** The feeds that invalidate answers. */
type Feeds = Readonly<Record<'catalogue' | 'settings', Feed>>;

/**
 * Caches public answers as ready bytes (docs/reference/rules.md#caching).
 *
 * Expired answers are never served. While a feed is not current, each request makes a new answer. If that fails, or
 * the new answer is unconfirmed, the cached answer is served with its age. An answer that may lack a received change
 * is sent to its waiting clients but is not cached. Equal simultaneous requests share one answer.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes, encoded, products }, key) =>
      bytes.length + sizeOf(encoded) + key.length + 16 * products.length + overheadBytes,
    dispose: ({ products }, key) => this.#forget(products, key),
  });
  /** Maps a raw request target to its key, so that a repeated request is not parsed. */
  readonly #targets = new LRUCache<string, string>({ max: mostTargets });
  readonly #keysOfProduct = new Map<number | 'any', Set<string>>();
  readonly #flights = new Map<string, Promise<Entry>>();
  readonly #staleForMs: number;
  #feeds: Feeds | null = null;
  #quietUntil = Number.NEGATIVE_INFINITY;

  /** Serves unconfirmed answers for up to `staleForMs`. */
  constructor(staleForMs = 0) {
    this.#staleForMs = staleForMs;
  }

  /** Sets the feeds. Without them nothing is cached or served. */
  follow(feeds: Feeds): void {
    this.#feeds = feeds;
  }

  get #current(): boolean {
    return this.#feeds?.catalogue.current === true && this.#feeds.settings.current;
  }

  /** Returns the cached answer of a raw request target, if it may be served. */
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

  /** Returns a cached answer with its age, unless it is too old. */
  #stale(key: string): Entry | undefined {
    const { catalogue, settings } = this.#feeds ?? {};
    const age = Math.max(
      catalogue?.age ?? Number.POSITIVE_INFINITY,
      settings?.age ?? Number.POSITIVE_INFINITY,
    );
    const entry = age <= this.#staleForMs ? this.#holding(key) : undefined;
    return entry && { ...entry, age };
  }

  /** Whether there is a cached answer that may be served. */
  keeps(key: string): boolean {
    return this.#kept(key) !== undefined;
  }

  /** Records that a request target leads to the answer of this key. */
  remember(target: string, key: string): void {
    if (target.length <= longestTarget) this.#targets.set(target, key);
  }

  /** Stores compressed forms with a cached answer, unless the answer was dropped or replaced meanwhile. */
  addEncoded(target: string, entry: Entry, encoded: Encoded): void {
    const key = this.#targets.peek(target);
    if (key === undefined || this.#entries.peek(key) !== entry) return;
    this.#keep(key, { ...entry, encoded });
  }

  /** Returns the cached answer of a key, an answer in progress, or a new one. */
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
      // A change may have replaced this request in progress.
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  /** Returns a new answer for one request, uncached. */
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

  /** Drops answers with these products, or with any. Later requests get new answers. */
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

function sizeOf({ br, gzip }: Encoded): number {
  return (br?.length ?? 0) + (gzip?.length ?? 0);
}

function isUnavailable(error: unknown): boolean {
  return asServiceError(error).code === 'service_unavailable';
}

function finish({ body, headers, holdsUntil, products, asOf }: Fresh, route: string): Entry {
  const ready = body instanceof ReadyJson ? body : null;
  const bytes = ready?.bytes ?? Buffer.from(JSON.stringify(body));
  const etag = `"${(ready?.digest ?? hash('sha256', bytes, 'base64url')).slice(0, 27)}"`;
  return {
    bytes,
    encoded: {},
    etag,
    route,
    headers: Object.entries(headers),
    holdsUntil: holdsUntil ?? Number.POSITIVE_INFINITY,
    products: products === 'any' ? ['any'] : products,
    age: asOf?.age ?? 0,
  };
}
