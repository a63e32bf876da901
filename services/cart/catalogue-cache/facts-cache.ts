import { LRUCache } from 'lru-cache';
import type { Audience } from '#contracts/audience.ts';
import { type ProductFacts, readCatalogueNumber, readFacts } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { Known, Wanted } from './command-contexts.ts';
import { type Feed, FreshCache, Patience, requireYoung, type StaleBounds } from './fresh-cache.ts';

/** How many products and variations are held; what can be chosen of one counts as well. */
const mostEntries = 50_000;
/** Most references that one call asks for. */
const batch = 200;

/** A product id as a reference; other digits, one with a leading zero say, are a SKU. */
const productId = /^[1-9]\d{0,8}$/;

/** No facts are known of what is gone: carts name it for as long as it can be restored. */
type Facts = ProductFacts | null;

function entriesOf(facts: Facts): number {
  const choices = facts?.choices;
  return 1 + (choices ? choices.variations.length + choices.attributes.length : 0);
}

/**
 * What carts know of products: asked of the catalogue in one batch for what is missing, kept as long as the feed
 * says that nothing has changed, and never beyond the moment at which a sale begins or ends
 * (docs/reference/rules.md#freshness).
 */
export class FactsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #bounds: StaleBounds;
  readonly #patience = new Patience();
  readonly #byId = new FreshCache<Key, Facts>(mostEntries, entriesOf);
  /** Whom facts were asked for: a change is one for all of them. */
  readonly #audiences = new Set<Audience>(['public']);
  readonly #idBySku = new LRUCache<string, number>({ max: mostEntries });

  constructor(caller: Caller, bounds: StaleBounds) {
    this.#caller = caller;
    this.#bounds = bounds;
  }

  /** Names the feeds that keep the cache; until then nothing is older than two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byId.follow(feed, settings);
  }

  async snapshot(): Promise<number> {
    const context: Context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { number } = await this.#caller.request(readCatalogueNumber, {}, context);
    this.doubtAll();
    return number;
  }

  /** Takes no facts for fresh that are held now: changes were missed, or the store's settings changed. */
  doubtAll(): void {
    this.#byId.doubtAll();
  }

  apply(change: unknown): void {
    const { products, terms } = CatalogueChange.parse(change);
    // Facts name the categories above those of a product, and a change of terms names no products.
    if (terms) this.doubtAll();
    for (const audience of this.#audiences) {
      for (const id of products) this.#byId.doubt(keyOf(id, audience));
    }
  }

  /**
   * Facts of many by id and by reference, as the audience of the context's claim has them, in one question to the
   * catalogue for all that is not known well enough. While the catalogue or its engine is away, older facts are taken:
   * with `evenStale` as old as for reading, else as old as for adding.
   *
   * @throws ServiceError when some are not known
   */
  async lookUp({ ids, references }: Wanted, context: Context, evenStale: boolean): Promise<Known> {
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
    const stale = await this.#fill({ facts, named }, asked, context, evenStale);
    return { facts, named, stale };
  }

  /** Asks for what is missing and fills it in; true when it had to be taken as of late. */
  async #fill(
    { facts, named }: { facts: Map<number, Facts>; named: Map<string, number | null> },
    missing: Wanted,
    context: Context,
    evenStale: boolean,
  ): Promise<boolean> {
    if (missing.ids.length + missing.references.length === 0) return false;
    const mostMs = evenStale ? this.#bounds.readMs : this.#bounds.addMs;
    const lately = this.#lately(missing, audienceOf(context), mostMs, evenStale);
    const ask = (asking: Context) => this.#ask(missing, asking, mostMs);
    const purpose = evenStale ? 'reading' : 'adding';
    const answer = lately ? await this.#patience.briefly(context, ask, purpose) : await ask(context);
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
   * What was known lately, in the order of `#ask`; null when one of it was not. Without
   * `evenOver`, also when it is known to be over: changed since, or a sale has ended.
   */
  #lately(
    { ids, references }: Wanted,
    audience: Audience,
    mostMs: number,
    evenOver: boolean,
  ): readonly Facts[] | null {
    const named = references.map((reference) => this.#idNamed(reference));
    const all = [...ids, ...named].filter((id) => id !== undefined);
    if (all.length < ids.length + references.length) return null;
    const held = this.#byId.lately(
      all.map((id) => keyOf(id, audience)),
      mostMs,
      evenOver,
    );
    const found = held && all.map((id) => held.get(keyOf(id, audience)) ?? null);
    if (!found?.slice(ids.length).every((facts, index) => isNamed(facts, references[index]))) return null;
    const hasEnded = (facts: Facts) => Date.now() >= (facts?.holdsUntil ?? Number.POSITIVE_INFINITY);
    return !evenOver && found.some(hasEnded) ? null : found;
  }

  /** The id that a reference was last known for. */
  #idNamed(reference: string): number | undefined {
    return productId.test(reference) ? Number(reference) : this.#idBySku.get(reference);
  }

  /** What is known of an id for sure; undefined where that is not known. */
  #fresh(id: number, audience: Audience): { readonly value: Facts } | undefined {
    const held = this.#byId.fresh(keyOf(id, audience));
    const until = held?.value?.holdsUntil ?? null;
    return until !== null && Date.now() >= until ? undefined : held;
  }

  /** What a reference surely names, if it still names what it did. */
  #named(reference: string, audience: Audience): Facts {
    const id = this.#idNamed(reference);
    const facts = id === undefined ? null : (this.#fresh(id, audience)?.value ?? null);
    return isNamed(facts, reference) ? facts : null;
  }

  /**
   * Facts in the order of the ids, then of the references. A reply may hold those of the first ones only.
   *
   * @throws ServiceError when the catalogue itself has not confirmed them for longer than `mostMs`
   */
  async #ask({ ids, references }: Wanted, context: Context, mostMs: number): Promise<Answer> {
    const audience = audienceOf(context);
    this.#audiences.add(audience);
    const { epoch } = this.#byId;
    const texts = [...ids.map(String), ...references];
    const all: Facts[] = [];
    let isOld = false;
    while (all.length < texts.length) {
      const part = texts.slice(all.length, all.length + batch);
      const { facts, asOf } = await this.#caller.request(readFacts, { references: part, audience }, context);
      if (facts.length === 0) throw unavailable('the catalogue told nothing of what it was asked for');
      requireYoung(asOf, mostMs);
      isOld ||= asOf.age > 0;
      this.#byId.keep(keyed(answered(ids.slice(all.length), facts), audience), epoch, asOf);
      all.push(...facts);
    }
    return { facts: all, isOld };
  }
}

/** What the catalogue says, and whether it could not confirm that at once. */
interface Answer {
  readonly facts: readonly Facts[];
  readonly isOld: boolean;
}

/** Whether a reference names facts by id or SKU. */
function isNamed(facts: Facts, reference: string | undefined): boolean {
  return facts !== null && (String(facts.id) === reference || facts.sku === reference);
}

/** Facts are one audience's: by id alone those of the public. */
type Key = number | string;

function keyOf(id: number, audience: Audience): Key {
  return audience === 'public' ? id : `${audience} ${id}`;
}

/** Whose prices and products are asked for. */
function audienceOf({ claim }: Context): Audience {
  return claim?.audience ?? 'public';
}

function* keyed(
  answer: Iterable<readonly [number, Facts]>,
  audience: Audience,
): Generator<readonly [Key, Facts]> {
  for (const [id, facts] of answer) yield [keyOf(id, audience), facts];
}

/** What an answer tells by id; of what was asked for by id, also that there is nothing. */
function* answered(ids: readonly number[], answer: readonly Facts[]): Generator<readonly [number, Facts]> {
  for (const [index, facts] of answer.entries()) {
    const id = ids[index];
    if (id !== undefined && facts?.id !== id) yield [id, null];
    if (facts) yield [facts.id, facts];
  }
}

/** The facts found by an id: where it is no product's any more, the same digits may be another one's SKU. */
function ofId(id: number, found: ProductFacts | null | undefined): Facts {
  return found?.id === id ? found : null;
}
