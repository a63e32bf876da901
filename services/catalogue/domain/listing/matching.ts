import type { Viewer } from '../audiences.ts';
import { slugSpellings } from '../slugs.ts';
import { Bits } from './bits.ts';
import type { TextColumn } from './columns.ts';
import type { Contents } from './contents.ts';
import type { Criteria, TermCriterion } from './criteria.ts';
import { reservedFor } from './facets.ts';

/** Finds the slots that meet criteria, a search aside. */
class Matching {
  readonly #contents: Contents;
  readonly #found: Bits;

  constructor(contents: Contents) {
    this.#contents = contents;
    this.#found = contents.live.clone();
  }

  slots(criteria: Criteria): Bits {
    if (criteria.hides) this.#hideReserved(criteria.viewer);
    this.#meetNames(criteria);
    this.#meetFacets(criteria);
    for (const term of criteria.terms) this.#found.and(this.#withTerms(term));
    if (criteria.anyTerms !== null)
      this.#found.and(this.#union(criteria.anyTerms.map((term) => this.#withTerms(term))));
    this.#meetPrices(criteria);
    this.#meetTimes(criteria);
    return this.#found;
  }

  #hideReserved(viewer: Viewer): void {
    const own = viewer === null || viewer === 'public' ? [] : [reservedFor(viewer)];
    this.#found.andNot(this.#withAny(['reserved']).andNot(this.#withAny(own)));
  }

  #meetNames({ include, exclude, slugs, skus, globalUniqueId }: Criteria): void {
    const { columns } = this.#contents;
    if (include.length > 0) this.#found.and(this.#withIds(include));
    if (exclude.length > 0) this.#found.andNot(this.#withIds(exclude));
    if (slugs.length > 0) this.#found.and(this.#withTexts(columns.slug, slugs.flatMap(slugSpellings)));
    if (skus.length > 0) this.#found.and(this.#withTexts(columns.sku, skus));
    if (globalUniqueId !== '') this.#found.and(this.#withTexts(columns.globalUniqueId, [globalUniqueId]));
  }

  #meetFacets({
    statuses,
    types,
    typesExcluded,
    visibilities,
    parents,
    parentsExcluded,
    ...more
  }: Criteria): void {
    if (statuses === null) this.#meetAny(['public']);
    else if (statuses.length > 0) this.#meetAny(statuses.map((status) => `status:${status}`));
    this.#meetAny(types.map((type) => `type:${type}`));
    if (visibilities.length > 0) this.#meetAny(visibilities.map((visibility) => `visibility:${visibility}`));
    if (parents.length > 0) this.#meetAny(parents.map((id) => `parent#${id}`));
    for (const facets of more.anyOf) this.#meetAny(facets);
    this.#found.andNot(this.#withAny(typesExcluded.map((type) => `type:${type}`)));
    this.#found.andNot(this.#withAny(parentsExcluded.map((id) => `parent#${id}`)));
    for (const [facet, there] of more.flags) {
      if (there) this.#meetAny([facet]);
      else this.#found.andNot(this.#withAny([facet]));
    }
  }

  #meetPrices({ viewer, onSale, hideFree, price }: Criteria): void {
    const prices = this.#contents.pricesFor(viewer);
    if (onSale === true) this.#found.and(prices.onSale);
    if (onSale === false) this.#found.andNot(prices.onSale);
    if (hideFree) this.#found.keep((slot) => prices.highest.at(slot) !== 0);
    if (price !== null) this.#found.keep((slot) => prices.isWithin(slot, price.min, price.max));
  }

  #meetTimes({ times }: Criteria): void {
    for (const { column, after, before } of times) {
      const moments = this.#contents.columns[column];
      this.#found.keep((slot) => moments.at(slot) > after && moments.at(slot) < before);
    }
  }

  #withTerms({ operator, terms }: TermCriterion): Bits {
    const each = terms.map((facets) => this.#withAny(facets));
    if (operator === 'and') return each.reduce((all, one) => all.and(one), this.#contents.live.clone());
    const any = this.#union(each);
    return operator === 'in' ? any : this.#contents.live.clone().andNot(any);
  }

  #meetAny(facets: readonly string[]): void {
    this.#found.and(this.#withAny(facets));
  }

  #withAny(facets: readonly string[]): Bits {
    const bits = new Bits(0);
    for (const facet of facets) this.#contents.facets.addTo(bits, facet);
    return bits;
  }

  #union(sets: readonly Bits[]): Bits {
    return sets.reduce((all, one) => all.or(one), new Bits(0));
  }

  #withIds(ids: readonly number[]): Bits {
    const bits = new Bits(0);
    for (const id of ids) {
      const slot = this.#contents.slots.get(id);
      if (slot !== undefined) bits.add(slot);
    }
    return bits;
  }

  #withTexts(column: TextColumn, texts: readonly string[]): Bits {
    const bits = new Bits(0);
    const isLive = (slot: number) => this.#contents.live.has(slot);
    for (const text of texts) {
      for (const slot of column.find(text, isLive)) bits.add(slot);
    }
    return bits;
  }
}

/** The slots that meet criteria, a search aside. */
export function matching(criteria: Criteria, contents: Contents): Bits {
  return new Matching(contents).slots(criteria);
}
