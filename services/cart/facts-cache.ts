import { LRUCache } from 'lru-cache';
import { type ProductFacts, readFacts } from '#contracts/catalogue.ts';
import { CatalogueChange, readCatalogueNumber } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { Context } from '#platform/service/implement.ts';

/** Without the feed, facts are good for so long; while the catalogue is silent, a read takes them so old. Ms. */
const freshMs = 2_000;
const staleMs = 60_000;
const mostEntries = 50_000;
/** Most references that one call asks for. */
const batch = 200;

/** Facts as they were at a moment of the monotonic clock, and the epoch in which they hold. */
interface Entry {
  readonly facts: ProductFacts;
  readonly at: number;
  readonly epoch: number;
}

/** Epoch of facts that are known to have changed since. */
const over = -1;

/** Facts by id, and whether some are older than they should be since the catalogue does not answer. */
export interface FactsAnswer {
  readonly facts: ReadonlyMap<number, ProductFacts | null>;
  readonly stale: boolean;
}

/** Whether what was heard of the catalogue is up to date, and the number of the last change heard. */
interface Feed {
  readonly current: boolean;
  readonly number: number;
}

/**
 * What carts know of products: asked of the catalogue in one batch for what is missing, kept as long as the feed
 * says that nothing has changed, and never beyond the moment at which a sale begins or ends (design 7, 8).
 */
export class FactsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #byId = new LRUCache<number, Entry>({ max: mostEntries });
  readonly #idBySku = new LRUCache<string, number>({ max: mostEntries });
  #feed: Feed = { current: false, number: -1 };
  /** Grows whenever changes may have been missed: facts of an earlier epoch are no longer taken for fresh. */
  #epoch = 0;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Names the feed that keeps the cache; until then nothing is older than two seconds. */
  follow(feed: Feed): void {
    this.#feed = feed;
  }

  async snapshot(): Promise<number> {
    const context: Context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { number } = await this.#caller.request(readCatalogueNumber, {}, context);
    this.#epoch += 1;
    return number;
  }

  apply(change: unknown): void {
    for (const id of CatalogueChange.parse(change).products) {
      const entry = this.#byId.get(id);
      if (entry) this.#byId.set(id, { ...entry, epoch: over });
    }
  }

  /** The product or variation of an id or SKU, null when there is none. @throws ServiceError when nobody knows */
  async find(reference: string, context: Context): Promise<ProductFacts | null> {
    const trimmed = reference.trim();
    const id = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : this.#idBySku.get(trimmed);
    const entry = id === undefined ? undefined : this.#byId.get(id);
    const named = entry && (entry.facts.id === Number(trimmed) || entry.facts.sku === trimmed);
    if (named && this.#isFresh(entry)) return entry.facts;
    const [facts = null] = await this.#ask([trimmed], context);
    if (facts && facts.sku === trimmed) this.#idBySku.set(trimmed, facts.id);
    return facts;
  }

  /** Facts of many, null for those that are gone. @throws ServiceError when some are not known even as of late */
  async of(ids: readonly number[], context: Context): Promise<FactsAnswer> {
    const known = new Map<number, ProductFacts | null>();
    const missing = new Set<number>();
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry && this.#isFresh(entry)) known.set(id, entry.facts);
      else missing.add(id);
    }
    if (missing.size === 0) return { facts: known, stale: false };
    try {
      const asked = [...missing];
      const found = await this.#ask(asked.map(String), context);
      for (const [index, id] of asked.entries()) known.set(id, found[index] ?? null);
      return { facts: known, stale: false };
    } catch (error) {
      for (const id of missing) known.set(id, this.#lately(id, error));
      return { facts: known, stale: true };
    }
  }

  #isFresh({ facts, at, epoch }: Entry): boolean {
    if (facts.holdsUntil !== null && Date.now() >= facts.holdsUntil) return false;
    return epoch === this.#epoch && (this.#feed.current || performance.now() - at < freshMs);
  }

  /** Facts that are no longer fresh but not a minute old. @throws what is given, when there are none */
  #lately(id: number, otherwise: unknown): ProductFacts {
    const entry = this.#byId.get(id);
    if (!entry || performance.now() - entry.at > staleMs) throw otherwise;
    return entry.facts;
  }

  async #ask(references: readonly string[], context: Context): Promise<(ProductFacts | null)[]> {
    const before = this.#feed.number;
    const epoch = this.#epoch;
    const found: (ProductFacts | null)[] = [];
    for (let from = 0; from < references.length; from += batch) {
      const part = references.slice(from, from + batch);
      const { facts } = await this.#caller.request(readFacts, { references: part }, context);
      found.push(...facts);
    }
    // A change that came meanwhile may have been read over: such an answer is good for this request only.
    if (this.#feed.number === before) {
      const at = performance.now();
      for (const facts of found) if (facts) this.#byId.set(facts.id, { facts, at, epoch });
    }
    return found;
  }
}
