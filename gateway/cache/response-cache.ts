import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { asServiceError } from '#platform/errors/errors.ts';
import { ownBytes } from '#platform/util/text.ts';
import { ReadyJson } from '../http/answer.ts';

/** Name of a compression: Brotli or gzip. */
export type Encoding = 'br' | 'gzip';

/** Maximum number of bytes of all cached answers, including `overheadBytes` for each answer. */
const maxBytes = 64 * 1024 * 1024;
/** Estimated number of bytes of memory for an entry, in addition to its body, key and dependencies. */
const overheadBytes = 1_024;
/** Estimated number of bytes of memory for each dependency of an entry. */
const dependencyBytes = 64;
/** Maximum number of request targets whose cache key is stored. */
const maxTargets = 10_000;
/** Maximum length of a request target whose cache key is stored, in characters. */
const maxTargetLength = 256;

/**
 * The products whose changes could alter an answer: the products with these ids, or `any` product. `pricesOf`: for
 * changes of only prices and stock, the products with these ids, for other changes any product, as for most lists.
 */
export type Products = readonly number[] | 'any' | { readonly pricesOf: readonly number[] };

/**
 * A key by which changes find the answers to remove: the id of a product, `any` for each change of a product, or
 * `otherFacts` for each change that affects more than prices and stock.
 */
type Dependency = number | 'any' | 'otherFacts';

/** How recent an answer is: for each feed, the number of the last change in the answer, and the age of the data. */
export interface AsOf {
  readonly catalogue: number;
  readonly settings: number;
  /** Milliseconds by which the data may be out of date; 0 if the answer was current when it was made. */
  readonly age: number;
}

/** Compressed bodies by encoding. */
export type Encoded = Readonly<Partial<Record<Encoding, Buffer>>>;

/** A cached answer, as bytes that can be sent. */
export interface Entry {
  readonly bytes: Buffer;
  /** The compressed bodies that have been made for the answer so far. */
  readonly encoded: Encoded;
  /**
   * Strong ETag: a digest of the bytes, or for an answer of several parts a digest of the digests of the
   * parts.
   */
  readonly etag: string;
  readonly route: string;
  /** Headers that the route set, in addition to the headers of every cached answer. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly holdsUntil: number;
  readonly dependencies: readonly Dependency[];
  /** How recent the data were when the answer was made; null if unknown. An answer with null is not cached. */
  readonly asOf: AsOf | null;
  /** Milliseconds by which the data may be out of date; 0 for a current answer, which has no header `Age`. */
  readonly age: number;
}

/**
 * For this number of milliseconds after a service has failed or sent a stale answer, the cache serves its own stale
 * answers and does not ask the service again for them.
 */
const retryMs = 1_000;

/** A feed: whether the cache has every change of the feed, and the number of the last change. */
export interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** The cache may lack the changes of the last `age` milliseconds; 0 while `current` is true. */
  readonly age: number;
}

/** The feeds whose changes make cached answers invalid. */
type Feeds = Readonly<Record<'catalogue' | 'settings', Feed>>;

/**
 * Caches public answers as bytes (docs/reference/rules.md#caching).
 *
 * An answer is never served after `holdsUntil`. While a feed is not current, the cache asks the service for a new
 * answer to each request. If the service then fails, the client gets the cached answer with its age.
 *
 * Equal simultaneous requests share one answer. If an answer lacks a change that a feed has reported, the
 * client gets the answer, but the answer is not cached.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, encoded, dependencies }, key) =>
      bytes.length + sizeOf(encoded) + key.length + dependencyBytes * dependencies.length + overheadBytes,
    dispose: ({ dependencies }, key) => this.#forget(dependencies, key),
  });
  /** Cache keys by request target. The target of a repeated request need not be parsed. */
  readonly #targets = new LRUCache<string, string>({ max: maxTargets });
  readonly #keysByDependency = new Map<Dependency, Set<string>>();
  readonly #pending = new Map<string, Promise<Entry>>();
  readonly #staleForMs: number;
  #feeds: Feeds | null = null;
  #retryAt = Number.NEGATIVE_INFINITY;

  /** `staleForMs`: maximum age in milliseconds of answers that are served while a feed is not current. */
  constructor(staleForMs = 0) {
    this.#staleForMs = staleForMs;
  }

  /** Sets the feeds. Before this call, no answer is cached or served from the cache. */
  follow(feeds: Feeds): void {
    this.#feeds = feeds;
  }

  get #isCurrent(): boolean {
    return this.#feeds?.catalogue.current === true && this.#feeds.settings.current;
  }

  /** Returns the cached answer for a request target; undefined if no answer may be served. */
  byTarget(target: string): Entry | undefined {
    const key = this.#targets.get(target);
    return key === undefined ? undefined : this.#servable(key);
  }

  /** Returns the cached answer for a request target while a feed is not current, with the age of its data. */
  staleByTarget(target: string): Entry | undefined {
    const key = this.#targets.get(target);
    return key === undefined || this.#isCurrent ? undefined : this.#stale(key);
  }

  #servable(key: string): Entry | undefined {
    if (this.#isCurrent) return this.#unexpired(key);
    return performance.now() < this.#retryAt ? this.#stale(key) : undefined;
  }

  #unexpired(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && Date.now() < entry.holdsUntil ? entry : undefined;
  }

  /**
   * Returns the cached answer for a key, with the age of its data. Undefined if no valid answer is cached, or if the
   * age exceeds `staleForMs`.
   */
  #stale(key: string): Entry | undefined {
    const age = Math.max(
      this.#feeds?.catalogue.age ?? Number.POSITIVE_INFINITY,
      this.#feeds?.settings.age ?? Number.POSITIVE_INFINITY,
    );
    const entry = age <= this.#staleForMs ? this.#unexpired(key) : undefined;
    return entry && { ...entry, age };
  }

  /** Returns whether the cache has an answer for this key that may be served. */
  has(key: string): boolean {
    return this.#servable(key) !== undefined;
  }

  /** Stores the cache key that belongs to a request target. */
  remember(target: string, key: string): void {
    if (target.length <= maxTargetLength) this.#targets.set(target, key);
  }

  /** Stores compressed bodies for a cached answer. Does nothing if the cache no longer has this answer. */
  addEncoded(target: string, entry: Entry, encoded: Encoded): void {
    const key = this.#targets.peek(target);
    if (key === undefined || this.#entries.peek(key) !== entry) return;
    this.#keep(key, { ...entry, encoded });
  }

  /**
   * Returns the cached answer for a key. Otherwise waits for the answer that another request is making, or
   * makes a new answer.
   */
  async getOrMake(key: string, make: () => Promise<Entry>): Promise<{ entry: Entry; hit: boolean }> {
    const cached = this.#servable(key);
    if (cached) return { entry: cached, hit: true };
    const running = this.#pending.get(key);
    if (running) return { entry: await running, hit: false };
    const promise = this.#makeEntry(key, make);
    this.#pending.set(key, promise);
    try {
      return { entry: await promise, hit: false };
    } finally {
      // `dropProducts` or `clear` may have removed this promise, and another request may have stored a newer
      // promise.
      if (this.#pending.get(key) === promise) this.#pending.delete(key);
    }
  }

  async #makeEntry(key: string, make: () => Promise<Entry>): Promise<Entry> {
    let entry: Entry;
    try {
      entry = await make();
    } catch (error) {
      const stale = this.#isCurrent || !isUnavailable(error) ? undefined : this.#stale(key);
      if (!stale) throw error;
      this.#retryAt = performance.now() + retryMs;
      return stale;
    }
    if (entry.age > 0) this.#retryAt = performance.now() + retryMs;
    if (this.#isCurrent && this.#isUpToDate(entry.asOf)) this.#keep(key, entry);
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
    for (const dependency of entry.dependencies) {
      const keys = this.#keysByDependency.get(dependency);
      if (keys) keys.add(key);
      else this.#keysByDependency.set(dependency, new Set([key]));
    }
  }

  #forget(dependencies: Entry['dependencies'], key: string): void {
    for (const dependency of dependencies) {
      const keys = this.#keysByDependency.get(dependency);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByDependency.delete(dependency);
    }
  }

  /** Removes the answers that a change of these products could alter. Later requests get new answers. */
  dropProducts(ids: readonly number[], onlyPricesAndStock = false): void {
    this.#pending.clear();
    const otherFacts: readonly Dependency[] = onlyPricesAndStock ? [] : ['otherFacts'];
    for (const dependency of ['any', ...otherFacts, ...ids] as const) {
      for (const key of [...(this.#keysByDependency.get(dependency) ?? [])]) this.#entries.delete(key);
    }
  }

  /** Removes all answers. */
  clear(): void {
    this.#pending.clear();
    this.#entries.clear();
  }
}

function dependenciesOf(products: Products): readonly Dependency[] {
  if (products === 'any') return ['any'];
  return 'pricesOf' in products ? ['otherFacts', ...products.pricesOf] : products;
}

function sizeOf({ br, gzip }: Encoded): number {
  return (br?.length ?? 0) + (gzip?.length ?? 0);
}

function isUnavailable(error: unknown): boolean {
  return asServiceError(error).code === 'service_unavailable';
}

/** What an entry is made of. */
interface Made extends Pick<Entry, 'route' | 'asOf'> {
  /** A value to write as JSON, or `ReadyJson`. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Unix milliseconds at which the answer expires; null if the answer is valid until the data change. */
  readonly holdsUntil: number | null;
  readonly products: Products;
}

/** Returns an answer as bytes, which the cache may keep. */
export function entryOf({ body, headers, holdsUntil, products, asOf, route }: Made): Entry {
  const ready = body instanceof ReadyJson ? body : null;
  const bytes = ready?.bytes ?? ownBytes(JSON.stringify(body));
  const etag = `"${(ready?.digest ?? hash('sha256', bytes, 'base64url')).slice(0, 27)}"`;
  return {
    bytes,
    encoded: {},
    etag,
    route,
    headers: Object.entries(headers),
    holdsUntil: holdsUntil ?? Number.POSITIVE_INFINITY,
    dependencies: dependenciesOf(products),
    asOf,
    age: asOf?.age ?? 0,
  };
}
