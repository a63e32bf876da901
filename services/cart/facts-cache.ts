import { LRUCache } from 'lru-cache';
import { type ProductFacts, readCatalogueNumber, readFacts } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { FactsById } from './domain/world.ts';
import type { Known, Wanted } from './worlds.ts';

/** Without the feed, facts are good for so long; while the catalogue is silent, a read takes them so old. Ms. */
const freshMs = 2_000;
const staleMs = 60_000;
/** How long a read that has older facts waits for the catalogue, and how long it is then not asked again. Ms. */
const patienceMs = 300;
const quietMs = 1_000;
/** How many products and variations are held; what can be chosen of one counts as well. */
const mostEntries = 50_000;
/** Most references that one call asks for. */
const batch = 200;

/** A product id as a reference; other digits, one with a leading zero say, are a SKU. */
const productId = /^[1-9]\d{0,8}$/;

/**
 * Facts, the moment of the monotonic clock at which they surely held, and the epoch in which they hold. No facts are
 * known of what is gone: carts name it for as long as it can be restored.
 */
interface Entry {
  readonly facts: ProductFacts | null;
  at: number;
  epoch: number;
}

/** Epoch of facts that are known to have changed since. */
const over = -1;

function entriesOf({ facts }: Entry): number {
  const choices = facts?.choices;
  return 1 + (choices ? choices.variations.length + choices.attributes.length : 0);
}

/** What was heard of changes: whether nothing is missing, the last number, and when last nothing was missing. */
interface Feed {
  readonly current: boolean;
  readonly number: number;
  /** On the monotonic clock, in milliseconds. */
  readonly completeAt: number;
}

/**
 * What carts know of products: asked of the catalogue in one batch for what is missing, kept as long as the feed
 * says that nothing has changed, and never beyond the moment at which a sale begins or ends (design 7, 8).
 */
export class FactsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #byId = new LRUCache<number, Entry>({ maxSize: mostEntries, sizeCalculation: entriesOf });
  readonly #idBySku = new LRUCache<string, number>({ max: mostEntries });
  #feed: Feed = { current: false, number: -1, completeAt: Number.NEGATIVE_INFINITY };
  #settings: Pick<Feed, 'number'> = { number: -1 };
  /** Grows whenever facts may have changed that are not named: those of an earlier epoch are not fresh. */
  #epoch = 0;
  #silentUntil = 0;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Names the feeds that keep the cache; until then nothing is older than two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#feed = feed;
    this.#settings = settings;
  }

  async snapshot(): Promise<number> {
    const context: Context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { number } = await this.#caller.request(readCatalogueNumber, {}, context);
    this.doubtAll();
    return number;
  }

  /** Takes no facts for fresh that are held now: changes were missed, or the store's settings changed. */
  doubtAll(): void {
    for (const entry of this.#byId.values()) entry.at = this.#heldAt(entry);
    this.#epoch += 1;
  }

  apply(change: unknown): void {
    for (const id of CatalogueChange.parse(change).products) {
      const entry = this.#byId.get(id);
      if (!entry) continue;
      entry.at = this.#heldAt(entry);
      entry.epoch = over;
    }
  }

  /**
   * Facts of many by id and by reference, in one question to the catalogue for all that is not known well enough. With
   * `evenStale`, facts up to a minute old are taken for ids while the catalogue does not answer.
   *
   * @throws ServiceError when some are not known
   */
  async lookUp({ ids, references }: Wanted, context: Context, evenStale: boolean): Promise<Known> {
    const facts = new Map<number, ProductFacts | null>();
    const named = new Map<string, number | null>();
    const missing = { ids: new Set<number>(), references: new Set<string>() };
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry && this.#isFresh(entry)) facts.set(id, entry.facts);
      else missing.ids.add(id);
    }
    for (const reference of references) {
      const entry = this.#named(reference);
      if (entry?.facts && this.#isFresh(entry)) {
        named.set(reference, entry.facts.id);
        facts.set(entry.facts.id, entry.facts);
      } else if (reference === '') named.set(reference, null);
      else missing.references.add(reference);
    }
    const stale = await this.#fill(facts, named, missing, context, evenStale);
    return { facts, named, stale };
  }

  /** Asks for what is missing and fills it in; true when it had to be taken as of late. */
  async #fill(
    facts: Map<number, ProductFacts | null>,
    named: Map<string, number | null>,
    missing: { readonly ids: ReadonlySet<number>; readonly references: ReadonlySet<string> },
    context: Context,
    evenStale: boolean,
  ): Promise<boolean> {
    const [ids, references] = [[...missing.ids], [...missing.references]];
    if (ids.length + references.length === 0) return false;
    const lately = evenStale && references.length === 0 ? this.#lately(ids) : null;
    const wanted = { ids, references };
    const found = lately ? await this.#askBriefly(wanted, context) : await this.#ask(wanted, context);
    for (const [index, id] of ids.entries()) {
      facts.set(id, found ? ofId(id, found[index]) : (lately?.get(id) ?? null));
    }
    for (const [index, reference] of references.entries()) {
      const one = found?.[ids.length + index] ?? null;
      named.set(reference, one?.id ?? null);
      if (!one) continue;
      facts.set(one.id, one);
      if (one.sku === reference) this.#idBySku.set(reference, one.id);
    }
    return found === null;
  }

  /** What is held of a reference, if it still names the same. */
  #named(reference: string): Entry | null {
    const id = productId.test(reference) ? Number(reference) : this.#idBySku.get(reference);
    const entry = id === undefined ? undefined : this.#byId.get(id);
    const isNamed = entry?.facts && (String(entry.facts.id) === reference || entry.facts.sku === reference);
    return isNamed ? entry : null;
  }

  /** The last moment at which an entry surely held: while the feed is heard, it holds on. */
  #heldAt({ at, epoch }: Entry): number {
    return epoch === this.#epoch ? Math.max(at, this.#feed.completeAt) : at;
  }

  #isFresh({ facts, at, epoch }: Entry): boolean {
    if (facts && facts.holdsUntil !== null && Date.now() >= facts.holdsUntil) return false;
    return epoch === this.#epoch && (this.#feed.current || performance.now() - at < freshMs);
  }

  /** Facts of all these that held a minute ago at most; null when one has none. */
  #lately(ids: readonly number[]): FactsById | null {
    const found = new Map<number, ProductFacts | null>();
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (!entry || performance.now() - this.#heldAt(entry) > staleMs) return null;
      found.set(id, entry.facts);
    }
    return found;
  }

  /** What the catalogue says without letting anybody wait for long; null when it does not answer. */
  async #askBriefly(wanted: Wanted, context: Context) {
    if (performance.now() < this.#silentUntil) return null;
    const deadline = Math.min(context.deadline, Date.now() + patienceMs);
    try {
      return await this.#ask(wanted, { ...context, deadline });
    } catch {
      // A caller in a hurry says nothing of the catalogue.
      if (deadline < context.deadline) this.#silentUntil = performance.now() + quietMs;
      return null;
    }
  }

  /** Facts in the order of the ids, then of the references. A reply may hold those of the first ones only. */
  async #ask({ ids, references }: Wanted, context: Context): Promise<(ProductFacts | null)[]> {
    const epoch = this.#epoch;
    const texts = [...ids.map(String), ...references];
    const all: (ProductFacts | null)[] = [];
    while (all.length < texts.length) {
      const part = texts.slice(all.length, all.length + batch);
      const { facts, asOf } = await this.#caller.request(readFacts, { references: part }, context);
      if (facts.length === 0) throw unavailable('the catalogue told nothing of what it was asked for');
      // A change that was heard meanwhile may be missing in it: such an answer is good for this request only.
      if (asOf.catalogue >= this.#feed.number && asOf.settings >= this.#settings.number) {
        this.#keep(ids.slice(all.length), facts, epoch);
      }
      all.push(...facts);
    }
    return all;
  }

  /** Keeps an answer; of what was asked for by id, also that there is nothing. */
  #keep(ids: readonly number[], answer: readonly (ProductFacts | null)[], epoch: number): void {
    const at = performance.now();
    for (const [index, facts] of answer.entries()) {
      const id = ids[index];
      if (id !== undefined && facts?.id !== id) this.#byId.set(id, { facts: null, at, epoch });
      if (facts) this.#byId.set(facts.id, { facts, at, epoch });
    }
  }
}

/** The facts found by an id: where it is no product's any more, the same digits may be another one's SKU. */
function ofId(id: number, found: ProductFacts | null | undefined): ProductFacts | null {
  return found?.id === id ? found : null;
}
