import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { TermList } from '#contracts/terms.ts';
import { slugOf } from '../record.ts';
import type { Shop } from '../shop.ts';
import { coupons } from './coupons.ts';
import type { Draft } from './draft.ts';
import { beans } from './goods/beans.ts';
import { brewers } from './goods/brewers.ts';
import { gifts } from './goods/gifts.ts';
import { grinders } from './goods/grinders.ts';
import { kitchen } from './goods/kitchen.ts';
import { mugs } from './goods/mugs.ts';
import { plates } from './goods/plates.ts';
import { serving } from './goods/serving.ts';
import { tea } from './goods/tea.ts';
import { workshop } from './goods/workshop.ts';
import { momentOf, productOf, type Rating } from './products.ts';
import { reviewRows } from './reviews.ts';
import { demoSettings } from './settings.ts';
import { attributes, brands, categories, options, shippingClasses, tags } from './terms.ts';

const firstReviewId = 201;
const maxRelated = 4;

const drafts: readonly Draft[] = [
  ...[...mugs, ...plates, ...serving, ...beans, ...brewers],
  ...[...grinders, ...tea, ...kitchen, ...workshop, ...gifts],
];

const reviews: readonly ReviewRecord[] = reviewRows.map(
  ([productId, day, rating, reviewer, words, mark], place) => ({
    id: firstReviewId + place,
    productId,
    created: momentOf(
      `${day}T${String(8 + (place % 12)).padStart(2, '0')}:${String((place * 7) % 60).padStart(2, '0')}:00`,
    ),
    status: mark === 'held' ? 'hold' : 'approved',
    reviewer,
    review: `<p>${words}</p>`,
    rating,
    verified: mark === 'bought',
    email: `${slugOf(reviewer)}@customers.example`,
    accountId: 0,
  }),
);

/** Returns the rating of a product, counted from its approved reviews. Undefined if it has no approved review. */
function ratingOf(productId: number): Rating | undefined {
  const stars = reviews.filter((one) => one.productId === productId && one.status === 'approved');
  if (stars.length === 0) return undefined;
  const sum = stars.reduce((total, { rating }) => total + rating, 0);
  return { average: (sum / stars.length).toFixed(2), count: stars.length };
}

/** Returns whether a product is published and not reserved for roles. */
function isPublic({ status, visibleTo }: ProductRecord): boolean {
  return status === 'publish' && visibleTo === null;
}

/** Returns the ids of the public products that share the most terms with a product, most shared terms first. */
function relatedTo(product: ProductRecord, all: readonly ProductRecord[]): number[] {
  const termsOf = ({ categories: of, tags: too }: ProductRecord) => [...of, ...too].map(({ id }) => id);
  const own = new Set(termsOf(product));
  const shared = (other: ProductRecord) => termsOf(other).filter((id) => own.has(id)).length;
  return all
    .filter((other) => other.id !== product.id && isPublic(other) && shared(other) > 0)
    .sort((one, other) => shared(other) - shared(one) || one.id - other.id)
    .slice(0, maxRelated)
    .map(({ id }) => id);
}

/** Returns the ids of a category and of its descendants. */
function withDescendants(id: number): number[] {
  return [
    id,
    ...categories.filter(({ parentId }) => parentId === id).flatMap((child) => withDescendants(child.id)),
  ];
}

/** Returns all terms, each with the number of its public products. A category counts those of its descendants too. */
function countedTerms(products: readonly ProductRecord[]): TermList[] {
  const published = products.filter(isPublic);
  const counted = <T extends { id: number }>(
    terms: readonly T[],
    uses: (one: ProductRecord, term: T) => boolean,
  ) => terms.map((term) => ({ ...term, count: published.filter((one) => uses(one, term)).length }));
  const among = (of: readonly { id: number }[], ids: readonly number[]) =>
    of.some(({ id }) => ids.includes(id));
  return [
    {
      kind: 'categories',
      records: counted(categories, (one, { id }) => among(one.categories, withDescendants(id))),
    },
    { kind: 'tags', records: counted(tags, (one, { id }) => among(one.tags, [id])) },
    { kind: 'brands', records: counted(brands, (one, { id }) => among(one.brands, [id])) },
    { kind: 'attributes', records: [...attributes] },
    {
      kind: 'terms',
      records: counted(options, (one, { attributeId, slug }) =>
        one.attributes.some(
          (each) => each.id === attributeId && each.options.some((option) => option.slug === slug),
        ),
      ),
    },
    {
      kind: 'shippingClasses',
      records: counted(shippingClasses, (one, { id }) => one.shippingClassId === id),
    },
  ];
}

/** Returns the whole demo shop. Its sales begin and end on days counted from `now`, in Unix milliseconds. */
export function demoShop(now: number): Shop {
  const made = drafts.map((draft) => productOf(draft, now, ratingOf(draft.id)));
  const products = made.map((product) => ({ ...product, relatedIds: relatedTo(product, made) }));
  return {
    settings: demoSettings(now),
    terms: () => countedTerms(products),
    coupons,
    products,
    reviews,
    size: products.length,
  };
}
