import type { ListQuery, TermFilter } from '#contracts/listing.ts';
import { isVariation, type SellableDocument } from '../../model/documents.ts';
import { pricesAt, stockOf } from '../../model/pricing.ts';

/**
 * Returns the ids of a category and its descendants. Category 1 contains 2, which contains 3. Category 4 is
 * alone. The slugs are `c1` to `c4`.
 */
export function categoriesBelow(reference: string): readonly number[] {
  const below: Record<string, number[]> = { 1: [1, 2, 3], 2: [2, 3], 3: [3], 4: [4] };
  return below[reference.replace('c', '')] ?? [];
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
const wordsOf = (text: string) =>
  bare(text)
    .split(/\s/)
    .filter((word) => word !== '');
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ');

/**
 * Returns whether a document with these terms passes a filter. Each element of `terms` contains the id and
 * the slug of one term, both as texts.
 */
function passesTerms(filter: TermFilter | null, terms: readonly (readonly string[])[]): boolean {
  if (filter === null) return true;
  const own = new Set(terms.flat());
  if (filter.operator === 'and') return filter.terms.every((one) => own.has(one));
  return filter.terms.some((one) => own.has(one)) === (filter.operator === 'in');
}

function inCategories(filter: TermFilter | null, own: readonly number[]): boolean {
  if (filter === null) return true;
  const holds = (reference: string) => categoriesBelow(reference).some((id) => own.includes(id));
  if (filter.operator === 'and') return filter.terms.every(holds);
  return filter.terms.some(holds) === (filter.operator === 'in');
}

function isSeen(document: SellableDocument, statuses: ListQuery['statuses']): boolean {
  if (statuses.length === 0 || statuses.some((status) => status !== 'publish')) {
    return statuses.length === 0 || statuses.includes(document.status);
  }
  const { locked, status } = isVariation(document) ? document.parent : document;
  return document.status === 'publish' && status === 'publish' && !locked;
}

/** Returns all prices of a document at a moment. */
function amounts(document: SellableDocument, now: number): number[] {
  const own = [{ type: 'simple' as const, prices: document.prices }];
  const children = (isVariation(document) ? [] : document.childPrices).map((prices) => ({
    type: 'simple' as const,
    prices,
  }));
  const priced = document.type === 'variable' || document.type === 'grouped' ? children : own;
  return priced.map((one) => pricesAt(one, now).prices.price).filter((price) => price !== null);
}

/** Returns whether a document is on sale. A group is never on sale. */
function isOnSale(document: SellableDocument, now: number): boolean {
  return document.type !== 'grouped' && pricesAt(document, now).prices.onSale;
}

function isPriced(document: SellableDocument, query: ListQuery, now: number): boolean {
  const all = amounts(document, now);
  if (query.hideFree && all.length > 0 && all.every((price) => price === 0)) return false;
  if (query.onSale !== null && isOnSale(document, now) !== query.onSale) return false;
  if (query.minPrice === null && query.maxPrice === null) return true;
  const min = Number(query.minPrice ?? 0) * 100;
  const max = Number(query.maxPrice ?? 1e9) * 100;
  return all.some((price) => price >= min && price <= max);
}

function isWithin(document: SellableDocument, query: ListQuery): boolean {
  const time = (of: 'created' | 'modified', utc: boolean) => document[of][utc ? 'utc' : 'local'];
  const { after, before, modifiedAfter, modifiedBefore } = query;
  return (
    (!after || time('created', after.utc) > after.at) &&
    (!before || time('created', before.utc) < before.at) &&
    (!modifiedAfter || time('modified', modifiedAfter.utc) > modifiedAfter.at) &&
    (!modifiedBefore || time('modified', modifiedBefore.utc) < modifiedBefore.at)
  );
}

function isNamed(document: SellableDocument, query: ListQuery): boolean {
  const { include, exclude, parents, parentsExcluded, slugs, skus, globalUniqueId } = query;
  return (
    (include.length === 0 || include.includes(document._id)) &&
    !exclude.includes(document._id) &&
    (parents.length === 0 || parents.includes(document.parentId)) &&
    !parentsExcluded.includes(document.parentId) &&
    (slugs.length === 0 || slugs.includes(document.slug)) &&
    (skus.length === 0 || skus.includes(document.sku ?? '')) &&
    (globalUniqueId === '' || document.globalUniqueId === globalUniqueId)
  );
}

function isOfKind(document: SellableDocument, query: ListQuery): boolean {
  const shown = isVariation(document) ? 'visible' : document.catalogVisibility;
  const { visibility, types, typesExcluded, stockStatuses, virtual, featured, ratings } = query;
  const { shippingClasses, taxClass } = query;
  const atLeast =
    visibility === 'catalog' || visibility === 'search' ? ['visible', visibility] : [visibility];
  const stars = isVariation(document) ? 0 : Math.floor(Number(document.averageRating) + 0.5);
  return (
    (types.length === 0 ? !isVariation(document) : types.includes(document.type)) &&
    !typesExcluded.includes(document.type) &&
    (visibility === 'any' || atLeast.includes(shown)) &&
    (stockStatuses.length === 0 || stockStatuses.includes(stockOf(document, true).status)) &&
    (shippingClasses.length === 0 || shippingClasses.includes(document.shippingClass)) &&
    (taxClass === null || taxClass === document.taxClass) &&
    (virtual === null || virtual === document.virtual) &&
    (featured === null || featured === (!isVariation(document) && document.featured)) &&
    (ratings.length === 0 || ratings.includes(stars))
  );
}

function hasTerms(document: SellableDocument, query: ListQuery): boolean {
  const of = isVariation(document) ? document.parent : document;
  const categories = isVariation(document)
    ? document.parent.categoryIds
    : document.categories.map(({ id }) => id);
  const options = (attribute: string) =>
    isVariation(document)
      ? document.attributes.filter(({ key }) => key === attribute).map(({ slug }) => [slug])
      : document.attributes
          .filter(({ key }) => key === attribute)
          .map((one) => one.options.map(({ slug }) => slug));
  const attributes = query.attributes.map((one) => passesTerms(one, options(one.attribute)));
  const any = query.attributeRelation === 'in' && attributes.length > 0;
  return (
    inCategories(query.categories, categories) &&
    passesTerms(
      query.tags,
      of.tags.map(({ id, slug }) => [String(id), slug]),
    ) &&
    passesTerms(
      query.brands,
      of.brands.map(({ id, slug }) => [String(id), slug]),
    ) &&
    (any ? attributes.some(Boolean) : attributes.every(Boolean))
  );
}

/** Returns whether a text and a word differ by one wrong, missing, additional or swapped letter. */
function isSimilar(text: string, word: string): boolean {
  if (Math.abs(text.length - word.length) > 1) return false;
  let start = 0;
  while (start < text.length && text[start] === word[start]) start++;
  const rests = [text.slice(start + 1), text.slice(start)];
  const [changed = '', same = ''] = rests;
  const swapped = `${text[start + 1] ?? ''}${text[start] ?? ''}${text.slice(start + 2)}`;
  const rest = word.slice(start);
  return [rest.slice(1) === changed, rest.slice(1) === same, rest === changed, rest === swapped].some(
    Boolean,
  );
}

/** Returns how closely a document matches a word: 2 is closest, 9 is no match. */
function closeness(document: SellableDocument, word: string, forgiving: boolean): number {
  const short = isVariation(document) ? '' : document.shortDescription;
  const similar = (texts: readonly string[]) =>
    forgiving && /^\p{L}{5,}$/u.test(word) && texts.some((one) => isSimilar(one, word));
  const inTexts = wordsOf(`${plain(short)} ${plain(document.description)}`);
  if (wordsOf(document.name).includes(word)) return 2;
  const slug = isVariation(document) ? '' : document.slug;
  if (bare(document.sku ?? '').includes(word) || (word.includes('-') && slug.includes(word))) return 3;
  if (wordsOf(document.name).some((one) => one.includes(word))) return 4;
  if (similar(wordsOf(document.name))) return 4;
  if (slug.split('-').some((one) => one.includes(word))) return 5;
  return inTexts.some((one) => one.includes(word)) || similar([...inTexts, ...slug.split('-')]) ? 5 : 9;
}

function relevance(document: SellableDocument, search: string, forgiving: boolean): number {
  const name = wordsOf(document.name).join(' ');
  const text = wordsOf(search).join(' ');
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  return Math.max(...wordsOf(search).map((word) => closeness(document, word, forgiving)));
}

type Key = number | string;

/** Returns the sort keys of a document, the most important key first. Lists are in ascending order of these keys. */
function keysOf(document: SellableDocument, query: ListQuery, now: number): Key[] {
  const sign = query.direction === 'desc' ? -1 : 1;
  const id = document._id;
  const title = bare(document.name);
  const rated = isVariation(document) ? { averageRating: '0', ratingCount: 0, reviewCount: 0 } : document;
  const all = amounts(document, now);
  const price = sign < 0 ? Math.max(...all) : Math.min(...all);
  const quantity = stockOf(document, true).quantity ?? Number.NaN;
  const last = (value: number) => (Number.isFinite(value) ? sign * value : Number.POSITIVE_INFINITY);
  const featured = !isVariation(document) && document.featured;
  const keys: Partial<Record<ListQuery['orderBy'], Key[]>> = {
    id: [sign * id],
    sales: [sign * document.totalSales, sign * id],
    price: [last(price), sign * id],
    shownPrice: [sign * (all.length === 0 ? 0 : Math.min(...all)), sign * id],
    rating: [sign * Number(rated.averageRating), sign * rated.ratingCount, sign * id],
    menuOrder: [sign * document.menuOrder, title, id],
    stock: [last(quantity), title, id],
    reviewCount: [sign * rated.reviewCount, title, id],
    onSaleFirst: [sign * Number(isOnSale(document, now)), title, id],
    featuredFirst: [sign * Number(featured), title, id],
  };
  return keys[query.orderBy] ?? [sign * Date.parse(document.created.local), sign * id];
}

function compared(one: readonly Key[], other: readonly Key[]): number {
  for (const [place, key] of one.entries()) {
    const against = other[place] ?? 0;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}

function sorted(
  documents: SellableDocument[],
  query: ListQuery,
  now: number,
  forgiving: boolean,
): SellableDocument[] {
  if (query.orderBy === 'title' || query.orderBy === 'slug') {
    const text = (one: SellableDocument) => (query.orderBy === 'slug' ? one.slug : bare(one.name));
    const up = documents.toSorted((a, b) => compared([text(a), a._id], [text(b), b._id]));
    return query.direction === 'desc' ? up.reverse() : up;
  }
  if (query.orderBy === 'include' && query.include.length > 0) {
    return documents.toSorted((a, b) => query.include.indexOf(a._id) - query.include.indexOf(b._id));
  }
  const relevant = query.orderBy === 'relevance';
  const keys = (one: SellableDocument) =>
    relevant
      ? [
          query.search.trim() === '' ? 0 : relevance(one, query.search, forgiving),
          -Date.parse(one.created.local),
          -one._id,
        ]
      : keysOf(one, query, now);
  return documents.toSorted((a, b) => compared(keys(a), keys(b)));
}

/** Returns the list of a query by scanning every document. The tests compare the index with this list. */
export function naiveList(all: Iterable<SellableDocument>, query: ListQuery, now: number) {
  const documents = [...all].filter(
    (one) =>
      isSeen(one, query.statuses) &&
      isOfKind(one, query) &&
      isNamed(one, query) &&
      isPriced(one, query, now) &&
      isWithin(one, query) &&
      hasTerms(one, query),
  );
  const found = (forgiving: boolean) =>
    documents.filter((one) => wordsOf(query.search).every((word) => closeness(one, word, forgiving) < 9));
  const exact = found(false);
  const similar = exact.length === 0 ? found(true) : [];
  const forgiving = similar.length > 0;
  const ids = sorted(forgiving ? similar : exact, query, now, forgiving).map(({ _id }) => _id);
  return { ids, total: ids.length, similar: forgiving };
}
