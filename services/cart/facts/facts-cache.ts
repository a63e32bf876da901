import { LRUCache } from 'lru-cache';
import type { Audience } from '#contracts/audience.ts';
import { type ProductFacts, readCatalogueNumber, readFacts } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { KnownProducts, WantedProducts } from './command-contexts.ts';
import { type Feed, FreshCache, requireRecent, type StaleBounds } from './fresh-cache.ts';
import { WaitLimit } from './wait-limit.ts';

/**
 * Maximum size of the cache. A product or variation counts as one, plus one for each variation and attribute in its
 * choices.
 */
const maxEntries = 50_000;
/** Maximum number of ids and references in one request. */
const batch = 200;

/** Matches a reference that is a product id. Other digits, for example with a leading zero, are a SKU. */
const productId = /^[1-9]\d{0,8}$/;

/** Facts of a product. Null for a deleted product, which a removed line of a cart may still name. */
type Facts = ProductFacts | null;

function entriesOf(facts: Facts): number {
  const choices = facts?.choices;
  return 1 + (choices ? choices.variations.length + choices.attributes.length : 0);
}

/**
 * Caches facts of products for carts. Missing facts are requested together. Facts are fresh until the feed reports a
 * change, or until a sale begins or ends (docs/reference/rules.md#freshness).
 */
export class FactsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #bounds: StaleBounds;
  readonly #waitLimit = new WaitLimit();
  readonly #byId = new FreshCache<Key, Facts>(maxEntries, entriesOf);
  /** All audiences with cached facts. A change of a product applies to the facts for each audience. */
  readonly #audiences = new Set<Audience>(['public']);
  readonly #idBySku = new LRUCache<string, number>({ max: maxEntries });

  constructor(caller: Caller, bounds: StaleBounds) {
    this.#caller = caller;
    this.#bounds = bounds;
  }

  /** Sets the feeds that keep the cache current. Without feeds, entries are fresh for two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byId.follow(feed, settings);
  }

  async snapshot(): Promise<number> {
    const context: Context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { number } = await this.#caller.request(readCatalogueNumber, {}, context);
    this.markAllStale();
    return number;
  }

  /** Marks all cached facts as stale. Called when the feed has missed changes or the store's settings have changed. */
  markAllStale(): void {
    this.#byId.markAllStale();
  }

  apply(change: unknown): void {
    const { products, terms } = CatalogueChange.parse(change);
    // A change of terms may move products to other categories without naming these products, so all facts become
    // stale.
    if (terms) this.markAllStale();
    for (const audience of this.#audiences) {
      for (const id of products) this.#byId.markChanged(keyOf(id, audience));
    }
  }

  /**
   * Returns facts by id and by reference, for the audience of the context's claim. Sends a request to the catalogue for
   * all facts that are not fresh. If the catalogue or MongoDB does not answer, returns stale facts. Their maximum age
   * is `readMs` with `allowStale`, else `addMs` (`StaleBounds`).
   *
   * @throws ServiceError when facts are missing and the catalogue does not answer
   */
  async lookUp(
    { ids, references }: WantedProducts,
    context: Context,
    allowStale: boolean,
  ): Promise<KnownProducts> {
    const facts = new Map<number, Facts>();
    const named = new Map<string, number | null>();
    const missing = { ids: new Set<number>(), references: new Set<string>() };
    const audience = audienceOf(context);
    for (const id of ids) {
      const cached = this.#fresh(id, audience);
      if (cached) facts.set(id, cached.value);
      else missing.ids.add(id);
    }
    for (const reference of references) {
      const cached = this.#named(reference, audience);
      if (cached) {
        named.set(reference, cached.id);
        facts.set(cached.id, cached);
      } else if (reference === '') named.set(reference, null);
      else missing.references.add(reference);
    }
    const requested = { ids: [...missing.ids], references: [...missing.references] };
    const stale = await this.#fill({ facts, named }, requested, context, allowStale);
    return { facts, named, stale };
  }

  /** Requests missing facts and adds them to the maps. Returns true if stale facts had to be used. */
  async #fill(
    { facts, named }: { facts: Map<number, Facts>; named: Map<string, number | null> },
    missing: WantedProducts,
    context: Context,
    allowStale: boolean,
  ): Promise<boolean> {
    if (missing.ids.length + missing.references.length === 0) return false;
    const maxMs = allowStale ? this.#bounds.readMs : this.#bounds.addMs;
    const recent = this.#validWithin(missing, audienceOf(context), maxMs, allowStale);
    const ask = (limited: Context) => this.#ask(missing, limited, maxMs);
    const answer = recent ? await this.#waitLimit.ask(context, ask) : await ask(context);
    const found = answer?.facts ?? recent ?? [];
    for (const [index, id] of missing.ids.entries()) facts.set(id, ofId(id, found[index]));
    for (const [index, reference] of missing.references.entries()) {
      const one = found[missing.ids.length + index] ?? null;
      named.set(reference, one?.id ?? null);
      if (!one) continue;
      facts.set(one.id, one);
      if (one.sku === reference) this.#idBySku.set(reference, one.id);
    }
    return answer === null || answer.isOld;
  }

  /**
   * Returns the wanted facts from the cache: first the facts for `ids`, then the facts for `references`. Null if
   * facts are missing, or were last confirmed by the catalogue more than `maxMs` ago. Without `allowChanged`, also
   * null if a change or a sale has made facts outdated.
   */
  #validWithin(
    { ids, references }: WantedProducts,
    audience: Audience,
    maxMs: number,
    allowChanged: boolean,
  ): readonly Facts[] | null {
    const named = references.map((reference) => this.#idNamed(reference));
    const all = [...ids, ...named].filter((id) => id !== undefined);
    if (all.length < ids.length + references.length) return null;
    const cached = this.#byId.validWithin(
      all.map((id) => keyOf(id, audience)),
      maxMs,
      allowChanged,
    );
    const found = cached && all.map((id) => cached.get(keyOf(id, audience)) ?? null);
    if (!found?.slice(ids.length).every((facts, index) => isNamed(facts, references[index]))) return null;
    const hasEnded = (facts: Facts) => Date.now() >= (facts?.holdsUntil ?? Number.POSITIVE_INFINITY);
    return !allowChanged && found.some(hasEnded) ? null : found;
  }

  /** Returns the last known id of a reference. Undefined for an unknown SKU. */
  #idNamed(reference: string): number | undefined {
    return productId.test(reference) ? Number(reference) : this.#idBySku.get(reference);
  }

  /** Returns the fresh facts of an id; undefined if no fresh facts are cached. */
  #fresh(id: number, audience: Audience): { readonly value: Facts } | undefined {
    const cached = this.#byId.fresh(keyOf(id, audience));
    const until = cached?.value?.holdsUntil ?? null;
    return until !== null && Date.now() >= until ? undefined : cached;
  }

  /** Returns the facts of a reference. Null if the facts are not fresh, or the product has another SKU now. */
  #named(reference: string, audience: Audience): Facts {
    const id = this.#idNamed(reference);
    const facts = id === undefined ? null : (this.#fresh(id, audience)?.value ?? null);
    return isNamed(facts, reference) ? facts : null;
  }

  /**
   * Requests the wanted facts from the catalogue, and returns first the facts for `ids`, then the facts for
   * `references`. A reply may contain only some of the facts, so several requests may be needed.
   *
   * @throws ServiceError when MongoDB has not confirmed the facts for longer than `maxMs`
   */
  async #ask({ ids, references }: WantedProducts, context: Context, maxMs: number): Promise<Answer> {
    const audience = audienceOf(context);
    this.#audiences.add(audience);
    const { epoch } = this.#byId;
    const texts = [...ids.map(String), ...references];
    const all: Facts[] = [];
    let isOld = false;
    while (all.length < texts.length) {
      const part = texts.slice(all.length, all.length + batch);
      const { facts, asOf } = await this.#caller.request(readFacts, { references: part, audience }, context);
      if (facts.length === 0) throw unavailable('the catalogue returned none of the requested records');
      requireRecent(asOf, maxMs);
      isOld ||= asOf.age > 0;
      this.#byId.keep(keyed(answered(ids.slice(all.length), facts), audience), epoch, asOf);
      all.push(...facts);
    }
    return { facts: all, isOld };
  }
}

/** Facts from the catalogue. `isOld` means that MongoDB could not confirm these facts. */
interface Answer {
  readonly facts: readonly Facts[];
  readonly isOld: boolean;
}

function isNamed(facts: Facts, reference: string | undefined): boolean {
  return facts !== null && (String(facts.id) === reference || facts.sku === reference);
}

/** A cache key: the id for the public audience, else the audience and the id. */
type Key = number | string;

function keyOf(id: number, audience: Audience): Key {
  return audience === 'public' ? id : `${audience} ${id}`;
}

function audienceOf({ claim }: Context): Audience {
  return claim?.audience ?? 'public';
}

function* keyed(
  answer: Iterable<readonly [number, Facts]>,
  audience: Audience,
): Generator<readonly [Key, Facts]> {
  for (const [id, facts] of answer) yield [keyOf(id, audience), facts];
}

/**
 * Yields pairs of id and facts from an answer. The facts are null for a requested id without a product. If the
 * catalogue found another product instead (see `ofId`), its facts are yielded under the id of that product.
 */
function* answered(ids: readonly number[], answer: readonly Facts[]): Generator<readonly [number, Facts]> {
  for (const [index, facts] of answer.entries()) {
    const id = ids[index];
    if (id !== undefined && facts?.id !== id) yield [id, null];
    if (facts) yield [facts.id, facts];
  }
}

/**
 * Returns the found facts if they have this id, else null. After product 17 is deleted, the catalogue may
 * find another product with the SKU `17`.
 */
function ofId(id: number, found: ProductFacts | null | undefined): Facts {
  return found?.id === id ? found : null;
}
