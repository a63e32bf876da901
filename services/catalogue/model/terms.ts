import type { Attribute, Category, TermKind, TermList, TermQuery } from '#contracts/terms.ts';
import type { ProductDocument } from './documents.ts';
import { folded, slugKey } from './text.ts';

/** The record type of one kind of terms, such as `Category` for `categories`. */
export type TermOf<Kind extends TermKind> = Extract<TermList, { kind: Kind }>['records'][number];

/** All terms of each kind, sorted by name. */
export type TermRecords = { readonly [Kind in TermKind]: readonly TermOf<Kind>[] };

interface Named {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

const letters = new Intl.Collator('en', { sensitivity: 'base' });

/** Compares two texts, ignoring case and accents. */
function byLetters(one: string, other: string): number {
  return letters.compare(one, other);
}

/** Returns records sorted by name, ignoring case and accents. Records with equal names are sorted by id. */
export function byName<Term extends Named>(records: readonly Term[]): Term[] {
  return records.toSorted((one, other) => byLetters(one.name, other.name) || one.id - other.id);
}

/** Returns the record with this id, or else the record with this slug; null if no record has this id or slug. */
export function termByReference<Term extends Named>(
  records: readonly Term[],
  reference: string,
): Term | null {
  const id = /^\d{1,15}$/.test(reference) ? Number(reference) : null;
  const byId = id === null ? undefined : records.find((one) => one.id === id);
  const key = slugKey(reference);
  return byId ?? records.find(({ slug }) => slugKey(slug) === key) ?? null;
}

/** Returns the attribute with this id or slug, with or without the prefix `pa_`; null if no attribute matches. */
export function attributeNamed(attributes: readonly Attribute[], reference: string): Attribute | null {
  return termByReference(attributes, reference) ?? termByReference(attributes, `pa_${reference}`);
}

/** A record of a tree. The parent of a record at the top is 0. */
interface InTree {
  readonly id: number;
  readonly parentId: number;
  readonly menuOrder: number;
}

/**
 * Returns the records in the order of their tree: each record before its children, the children of one record in the
 * shop's order and then as given. Records in a cycle, or whose parent does not exist, come last.
 */
export function inTreeOrder<One extends InTree>(records: readonly One[]): One[] {
  const sorted = records.toSorted((one, other) => one.menuOrder - other.menuOrder);
  const children = Map.groupBy(sorted, ({ parentId }) => parentId);
  const found = new Set<One>();
  const next = [...(children.get(0) ?? []), ...sorted].reverse();
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    next.push(...(children.get(one.id)?.toReversed() ?? []));
  }
  return [...found];
}

/** Finds the ancestors and descendants of categories. */
export class CategoryTree {
  readonly #categories: readonly Category[];
  readonly #children: ReadonlyMap<number, readonly Category[]>;
  readonly #parents: ReadonlyMap<number, number>;
  readonly #cachedDescendants = new Map<number, readonly number[]>();
  #inOrder: readonly Category[] | undefined;

  constructor(categories: readonly Category[]) {
    this.#categories = categories;
    this.#children = Map.groupBy(categories, ({ parentId }) => parentId);
    this.#parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  }

  /** All categories in the order of the tree. */
  get inOrder(): readonly Category[] {
    this.#inOrder ??= inTreeOrder(this.#categories);
    return this.#inOrder;
  }

  /** Returns the given category ids and the ids of all ancestors, each once. Unknown ids are kept. */
  withAbove(ids: readonly number[]): number[] {
    const found = new Set(ids);
    // A loop over a `Set` also visits ids that the loop adds.
    for (const id of found) {
      const parent = this.#parents.get(id) ?? 0;
      if (parent !== 0) found.add(parent);
    }
    return [...found];
  }

  /**
   * Returns the id of the category with this id or slug, and the ids of its descendants, each once; empty for
   * an unknown category.
   */
  descendants(reference: string): readonly number[] {
    const category = termByReference(this.#categories, reference);
    if (!category) return [];
    const held = this.#cachedDescendants.get(category.id) ?? this.#below(category.id);
    this.#cachedDescendants.set(category.id, held);
    return held;
  }

  #below(id: number): number[] {
    const found = new Set([id]);
    // A loop over a `Set` also visits ids that the loop adds.
    for (const one of found) for (const child of this.#children.get(one) ?? []) found.add(child.id);
    return [...found];
  }
}

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
export function matchingTerms<Term extends ListedTerm>(
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
export function sortedTerms<Term extends ListedTerm>(
  records: readonly Term[],
  query: TermQuery,
): readonly Term[] {
  const order = orderOf(query);
  const ascending = order ? records.toSorted(order) : records;
  return query.direction === 'asc' ? ascending : ascending.toReversed();
}

/** Returns the page that a query requests; empty for a page after the last page. */
export function pageOfTerms<Term>(
  records: readonly Term[],
  { page, perPage, offset }: Pick<TermQuery, 'page' | 'perPage' | 'offset'>,
): Term[] {
  const start = offset ?? (page - 1) * (perPage ?? 0);
  return records.slice(start, perPage === null ? undefined : start + perPage);
}
