import type { TermQuery } from '#contracts/terms.ts';
import type { ProductDocument } from '../../domain/documents.ts';
import { slugKey } from '../../domain/slugs.ts';
import { folded } from '../../listing/domain/text.ts';
import { byLetters } from './terms.ts';

/** The members of a product that contain its terms. */
export type ProductTerms = Pick<ProductDocument, 'categories' | 'tags' | 'brands' | 'attributes'>;

/**
 * The members of a term that lists use. Some kinds lack members: an attribute has no `count`, a tag no
 * `menuOrder`.
 */
export interface ListedTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description?: string;
  readonly count?: number;
  readonly menuOrder?: number;
  readonly parentId?: number;
}

type Test = (term: ListedTerm) => boolean;
type Order = (one: ListedTerm, other: ListedTerm) => number;

/** Returns a function that says whether `product` has a term of the requested kind. */
function ofProduct({ kind }: Pick<TermQuery, 'kind'>, attributeId: number, product: ProductTerms): Test {
  if (kind === 'attributes') {
    const ids = new Set(product.attributes.map(({ id }) => id));
    return ({ id }) => ids.has(id);
  }
  if (kind === 'terms') {
    const chosen = product.attributes.filter(({ id }) => id === attributeId);
    const slugs = new Set(chosen.flatMap(({ options }) => options.map(({ slug }) => slug)));
    return ({ slug }) => slugs.has(slug);
  }
  const ids = new Set(product[kind].map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

function searched(search: string): Test | null {
  const part = folded(search);
  return part === '' ? null : ({ name, slug }) => folded(name).includes(part) || folded(slug).includes(part);
}

function among<T>(values: readonly T[], of: (term: ListedTerm) => T): Test | null {
  if (values.length === 0) return null;
  const set = new Set(values);
  return (term) => set.has(of(term));
}

/**
 * The product whose terms a query requests; null if the query names no product. The member `product` is null
 * if the named product does not exist.
 */
export type RequestedProduct = { readonly product: ProductTerms | null; readonly attributeId: number } | null;

/** Returns the records that match a query, in the given order; empty if the named product does not exist. */
export function matching<Term extends ListedTerm>(
  records: readonly Term[],
  query: TermQuery,
  of: RequestedProduct,
): readonly Term[] {
  if (of && !of.product) return [];
  const { parent } = query;
  const excluded = new Set(query.exclude);
  const tests = [
    searched(query.search),
    among(query.include, ({ id }) => id),
    among(query.slugs.map(slugKey), ({ slug }) => slugKey(slug)),
    excluded.size > 0 ? ({ id }: ListedTerm) => !excluded.has(id) : null,
    parent === null ? null : ({ parentId }: ListedTerm) => parentId === undefined || parentId === parent,
    query.hideEmpty ? ({ count }: ListedTerm) => count !== 0 : null,
    of?.product ? ofProduct(query, of.attributeId, of.product) : null,
  ].filter((test) => test !== null);
  return tests.length === 0 ? records : records.filter((term) => tests.every((test) => test(term)));
}

function orderOf({ orderBy, include }: TermQuery): Order | null {
  switch (orderBy) {
    case 'name':
      return null;
    case 'id':
      return (one, other) => one.id - other.id;
    case 'slug':
      return (one, other) => byLetters(one.slug, other.slug);
    case 'description':
      return (one, other) => byLetters(one.description ?? '', other.description ?? '');
    case 'count':
      return (one, other) => (one.count ?? 0) - (other.count ?? 0);
    case 'menuOrder':
      return (one, other) => (one.menuOrder ?? 0) - (other.menuOrder ?? 0);
    case 'include': {
      const places = new Map(include.map((id, place) => [id, place]));
      const placeOf = ({ id }: ListedTerm) => places.get(id) ?? places.size;
      return (one, other) => placeOf(one) - placeOf(other);
    }
  }
}

/**
 * Sorts records by the order of a query. `records` must be sorted by name and id: records that are equal in the
 * query's order keep the order of `records`. A descending list is the exact reverse of the ascending list, so that
 * pages do not overlap.
 */
export function sorted<Term extends ListedTerm>(records: readonly Term[], query: TermQuery): readonly Term[] {
  const order = orderOf(query);
  const ascending = order ? records.toSorted(order) : records;
  return query.direction === 'asc' ? ascending : ascending.toReversed();
}

/** Returns the page that a query requests; empty for a page after the last page. */
export function pageOf<Term>(
  records: readonly Term[],
  { page, perPage, offset }: Pick<TermQuery, 'page' | 'perPage' | 'offset'>,
): Term[] {
  const start = offset ?? (page - 1) * (perPage ?? 0);
  return records.slice(start, perPage === null ? undefined : start + perPage);
}
