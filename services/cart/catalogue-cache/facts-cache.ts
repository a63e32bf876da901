import { LRUCache } from 'lru-cache';
import type { Audience } from '#contracts/audience.ts';
import { type ProductFacts, readCatalogueNumber, readFacts } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { KnownProducts, WantedProducts } from './command-contexts.ts';
import { type Feed, FreshCache, requireRecent, type StaleBounds, WaitLimit } from './fresh-cache.ts';

/**
 * Maximum size of the cache. A product or variation counts as one, plus one for each variation and attribute in its
 * choices.
 */
const mostEntries = 50_000;
/** Maximum number of references in one call. */
const batch = 200;

/** A product id as a reference; other digits, such as with a leading zero, are a SKU. */
const productId = /^[1-9]\d{0,8}$/;

/** Null for a deleted product: a cart names it as long as the line can be restored. */
type Facts = ProductFacts | null;

function entriesOf(facts: Facts): number {
  const choices = facts?.choices;
  return 1 + (choices ? choices.variations.length + choices.attributes.length : 0);
}

/**
 * Caches facts of products for carts: missing ones are requested in one batch, and stay until the feed
 * reports a change or a sale begins or ends (docs/reference/rules.md#freshness).
 */
export class FactsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #bounds: StaleBounds;
  readonly #patience = new WaitLimit();
  readonly #byId = new FreshCache<Key, Facts>(mostEntries, entriesOf);
  /** All audiences with cached facts: a change concerns each of them. */
  readonly #audiences = new Set<Audience>(['public']);
  readonly #idBySku = new LRUCache<string, number>({ max: mostEntries });

  constructor(caller: Caller, bounds: StaleBounds) {
    this.#caller = caller;
    this.#bounds = bounds;
  }

  /** Sets the feeds that keep the cache current; until then entries expire after two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byId.follow(feed, settings);
  }

  async snapshot(): Promise<number> {
    const context: Context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { number } = await this.#caller.request(readCatalogueNumber, {}, context);
    this.markAllStale();
    return number;
  }

  /** Marks all cached facts as stale, because changes were missed or the store's settings changed. */
  markAllStale(): void {
    this.#byId.markAllStale();
  }

  apply(change: unknown): void {
    const { products, terms } = CatalogueChange.parse(change);
    // Facts contain all ancestors of their categories, and a change of terms does not name products.
    if (terms) this.markAllStale();
    for (const audience of this.#audiences) {
      for (const id of products) this.#byId.markChanged(keyOf(id, audience));
    }
  }

  /**
   * Returns facts by id and by reference, for the audience of the context's claim, with one request to the
   * catalogue for all that are not fresh. While the catalogue or its engine is away, stale facts are used:
   * with `allowStale` as old as for reads, else as old as for adds.
   *
   * @throws ServiceError when some are not known
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
      const held = this.#fresh(id, audience);
      if (held) facts.set(id, held.value);
      else missing.ids.add(id);
    }
    for (const reference of references) {
      const held = this.#named(reference, audience);
      if (held) {
        named.set(reference, held.id);
        facts.set(held.id, held);
      } else if (reference === '') named.set(reference, null);
      else missing.references.add(reference);
    }
    const asked = { ids: [...missing.ids], references: [...missing.references] };
    const stale = await this.#fill({ facts, named }, asked, context, allowStale);
    return { facts, named, stale };
  }

  /** Requests missing facts and adds them to the result; true if stale ones had to be used. */
  async #fill(
    { facts, named }: { facts: Map<number, Facts>; named: Map<string, number | null> },
    missing: WantedProducts,
    context: Context,
    allowStale: boolean,
  ): Promise<boolean> {
    if (missing.ids.length + missing.references.length === 0) return false;
    const mostMs = allowStale ? this.#bounds.readMs : this.#bounds.addMs;
    const lately = this.#validWithin(missing, audienceOf(context), mostMs, allowStale);
    const ask = (asking: Context) => this.#ask(missing, asking, mostMs);
    const purpose = allowStale ? 'reading' : 'adding';
    const answer = lately ? await this.#patience.ask(context, ask, purpose) : await ask(context);
    const found = answer?.facts ?? lately ?? [];
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
   * Returns stale facts in the order of `#ask`; null if one is missing. Without `allowChanged`, also null if one is
   * known to be outdated: changed, or past the end of a sale.
   */
  #validWithin(
    { ids, references }: WantedProducts,
    audience: Audience,
    mostMs: number,
    allowChanged: boolean,
  ): readonly Facts[] | null {
    const named = references.map((reference) => this.#idNamed(reference));
    const all = [...ids, ...named].filter((id) => id !== undefined);
    if (all.length < ids.length + references.length) return null;
    const held = this.#byId.validWithin(
      all.map((id) => keyOf(id, audience)),
      mostMs,
      allowChanged,
    );
    const found = held && all.map((id) => held.get(keyOf(id, audience)) ?? null);
    if (!found?.slice(ids.length).every((facts, index) => isNamed(facts, references[index]))) return null;
    const hasEnded = (facts: Facts) => Date.now() >= (facts?.holdsUntil ?? Number.POSITIVE_INFINITY);
    return !allowChanged && found.some(hasEnded) ? null : found;
  }

  /** Returns the last known id of a reference. */
  #idNamed(reference: string): number | undefined {
    return productId.test(reference) ? Number(reference) : this.#idBySku.get(reference);
  }

  /** Returns the fresh facts of an id; undefined if they are not fresh. */
  #fresh(id: number, audience: Audience): { readonly value: Facts } | undefined {
    const held = this.#byId.fresh(keyOf(id, audience));
    const until = held?.value?.holdsUntil ?? null;
    return until !== null && Date.now() >= until ? undefined : held;
  }

  /** Returns the facts of a reference if they are fresh and still match it. */
  #named(reference: string, audience: Audience): Facts {
    const id = this.#idNamed(reference);
    const facts = id === undefined ? null : (this.#fresh(id, audience)?.value ?? null);
    return isNamed(facts, reference) ? facts : null;
  }

  /**
   * Requests facts in the order of ids, then references. A reply may contain only the first ones.
   *
   * @throws ServiceError when the catalogue's engine has not confirmed them for longer than `mostMs`
   */
  async #ask({ ids, references }: WantedProducts, context: Context, mostMs: number): Promise<Answer> {
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
      requireRecent(asOf, mostMs);
      isOld ||= asOf.age > 0;
      this.#byId.keep(keyed(answered(ids.slice(all.length), facts), audience), epoch, asOf);
      all.push(...facts);
    }
    return { facts: all, isOld };
  }
}

/** An answer of the catalogue, and whether it could not be confirmed at once. */
interface Answer {
  readonly facts: readonly Facts[];
  readonly isOld: boolean;
}

/** Whether a reference is the id or SKU of these facts. */
function isNamed(facts: Facts, reference: string | undefined): boolean {
  return facts !== null && (String(facts.id) === reference || facts.sku === reference);
}

/** A cache key: the id alone for the public, else with the audience. */
type Key = number | string;

function keyOf(id: number, audience: Audience): Key {
  return audience === 'public' ? id : `${audience} ${id}`;
}

/** Returns the audience of a request. */
function audienceOf({ claim }: Context): Audience {
  return claim?.audience ?? 'public';
}

function* keyed(
  answer: Iterable<readonly [number, Facts]>,
  audience: Audience,
): Generator<readonly [Key, Facts]> {
  for (const [id, facts] of answer) yield [keyOf(id, audience), facts];
}

/** Yields facts by id from an answer; null for a requested id without a product. */
function* answered(ids: readonly number[], answer: readonly Facts[]): Generator<readonly [number, Facts]> {
  for (const [index, facts] of answer.entries()) {
    const id = ids[index];
    if (id !== undefined && facts?.id !== id) yield [id, null];
    if (facts) yield [facts.id, facts];
  }
}

/**
 * Returns facts only if they have this id: the digits of a deleted product's id may be another product's SKU.
 */
function ofId(id: number, found: ProductFacts | null | undefined): Facts {
  return found?.id === id ? found : null;
}
