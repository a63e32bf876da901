import { z } from 'zod';
import { importCoupons, importReviews, importTerms, ReviewRecord } from '#contracts/catalogue-import.ts';
import { Coupon } from '#contracts/coupons.ts';
import {
  Attribute,
  AttributeTerm,
  Brand,
  Category,
  Tag,
  type TermKind,
  type TermList,
} from '#contracts/terms.ts';
import { couponRecord } from './coupons.ts';
import type { ShopFolder } from './folder.ts';
import type { Media } from './media.ts';
import { RecordStream, type Source, type UniqueValue } from './record-stream.ts';
import { WooAttributeDefinition, WooBrand, WooCategory, WooTag, WooTerm } from './schemas.ts';
import { WooCoupon, WooReview } from './shop-schemas.ts';
import { attributeRecord, brandRecord, categoryRecord, tagRecord, termRecord } from './terms.ts';
import { made, validated } from './validation.ts';

function* idOf({ id }: { readonly id: number }): Generator<UniqueValue> {
  yield ['id', id];
}

/** How the terms of one kind are read from a file and converted. */
interface Terms<Given extends z.ZodType, R extends { readonly id: number }> {
  readonly kind: TermKind;
  readonly file: string;
  /** Schema of a term in WooCommerce's file. */
  readonly given: Given;
  /** Schema of the converted term. */
  readonly schema: z.ZodType<R>;
  entries(): AsyncIterable<unknown>;
  record(given: z.output<Given>): R;
}

function termStream<Given extends z.ZodType, R extends { readonly id: number }>(
  terms: Terms<Given, R>,
): RecordStream<R> {
  const { kind, file, schema } = terms;
  return new RecordStream<R>({
    collection: kind,
    file,
    schema,
    entries: () => terms.entries(),
    make: (entry) => terms.record(validated(file, entry, terms.given)),
    uniqueValues: idOf,
    async send(bus, records) {
      const batch = { kind, records } as unknown as TermList;
      return { [kind]: (await bus.request(importTerms, batch)).outcome };
    },
  });
}

/** Schema of a term with the id of the attribute to which it belongs. */
const TermOfAttribute = WooTerm.extend({ attributeId: z.int().positive() });

async function* withAttributeIds(
  terms: readonly (readonly [number, readonly WooTerm[]])[],
): AsyncGenerator<unknown> {
  for (const [attributeId, list] of terms) for (const one of list) yield { ...one, attributeId };
}

/** Returns the streams of the folder's categories, tags, brands, attributes, attribute terms and shipping classes. */
export function termStreams(
  folder: ShopFolder,
  termsOfAttributes: readonly (readonly [number, readonly WooTerm[]])[],
  media: Media,
) {
  const listed = (file: string) => ({ file, entries: () => folder.list(file) });
  const streams = {
    'categories.json': termStream({
      ...listed('categories.json'),
      kind: 'categories',
      given: WooCategory,
      schema: Category,
      record: (given) => categoryRecord(given, media),
    }),
    'tags.json': termStream({
      ...listed('tags.json'),
      kind: 'tags',
      given: WooTag,
      schema: Tag,
      record: tagRecord,
    }),
    'brands.json': termStream({
      ...listed('brands.json'),
      kind: 'brands',
      given: WooBrand,
      schema: Brand,
      record: (given) => brandRecord(given, media),
    }),
    'attributes.json': termStream({
      ...listed('attributes.json'),
      kind: 'attributes',
      given: WooAttributeDefinition,
      schema: Attribute,
      record: attributeRecord,
    }),
    'attribute-terms.json': termStream({
      file: 'attribute-terms.json',
      entries: () => withAttributeIds(termsOfAttributes),
      kind: 'terms',
      given: TermOfAttribute,
      schema: AttributeTerm,
      record: (given) => termRecord(given.attributeId, given),
    }),
    'shipping-classes.json': termStream({
      ...listed('shipping-classes.json'),
      kind: 'shippingClasses',
      given: WooTag,
      schema: Tag,
      record: tagRecord,
    }),
  };
  return Object.entries(streams)
    .filter(([file]) => folder.has(file))
    .map(([, stream]) => stream);
}

/** Returns the source of the reviews. Reviews of products that are not imported are left out. */
export async function reviewSource(
  folder: ShopFolder,
  productIds: ReadonlySet<number>,
): Promise<Source<ReviewRecord>> {
  // The import loads the HTML sanitizer only for shops with reviews, because loading takes time.
  const { reviewRecord } = await import('./reviews.ts');
  const file = 'reviews.json';
  return {
    collection: 'reviews',
    file,
    schema: ReviewRecord,
    entries: () => folder.list(file),
    make(entry, notes) {
      const given = validated(file, entry, WooReview);
      if (productIds.has(given.product_id)) return made(file, given, () => reviewRecord(given, notes));
      notes.leaveOut('reviews', 'their products are not in the folder or left out');
      return null;
    },
    uniqueValues: idOf,
    send: async (bus, records) => ({ reviews: (await bus.request(importReviews, { records })).outcome }),
  };
}

function* uniqueValuesOfCoupon({ id, code }: Coupon): Generator<UniqueValue> {
  yield ['id', id];
  yield ['code', code];
}

/** Returns the source of the coupons. `decimals` is the number of decimals of the store's currency. */
export function couponSource(folder: ShopFolder, decimals: number): Source<Coupon> {
  const file = 'coupons.json';
  return {
    collection: 'coupons',
    file,
    schema: Coupon,
    entries: () => folder.list(file),
    make(entry, notes) {
      const given = validated(file, entry, WooCoupon);
      return made(file, given, () => couponRecord(given, decimals, notes));
    },
    uniqueValues: uniqueValuesOfCoupon,
    send: async (bus, records) => ({ coupons: (await bus.request(importCoupons, { records })).outcome }),
  };
}
