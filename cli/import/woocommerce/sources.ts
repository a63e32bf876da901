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
import { couponRecord, isKnownCouponType } from './coupons.ts';
import { text } from './fields.ts';
import type { ShopFolder } from './folder.ts';
import type { Media } from './media.ts';
import { RecordStream, type Source } from './record-stream.ts';
import { WooAttributeDefinition, WooBrand, WooCategory, WooTag, WooTerm } from './schemas.ts';
import { WooCoupon, WooReview } from './shop-schemas.ts';
import {
  attributeRecord,
  brandRecord,
  categoryRecord,
  type TermCounts,
  tagRecord,
  termRecord,
} from './terms.ts';
import { made, validated } from './validation.ts';
import { type ShopFormat, shopTime } from './values.ts';

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

/** Returns the stream of the terms of one kind. `counts` replaces counts that the file does not have. */
function termStream<Given extends z.ZodType, R extends { readonly id: number }>(
  terms: Terms<Given, R>,
  counts: TermCounts,
): RecordStream<R> {
  const { kind, file, schema } = terms;
  const uncounted = new Set<number>();
  return new RecordStream<R>({
    collection: kind,
    file,
    schema,
    entries: () => terms.entries(),
    make(entry) {
      const given = validated(file, entry, terms.given);
      const record = terms.record(given);
      counts.addTerm(kind, record);
      if ((given as { count?: number | null }).count === null) uncounted.add(record.id);
      return record;
    },
    finished: (record) => (uncounted.has(record.id) ? { ...record, count: counts.of(kind, record) } : record),
    async send(bus, records) {
      const batch = { kind, records } as unknown as TermList;
      return { [kind]: (await bus.request(importTerms, batch)).outcome };
    },
  });
}

/** Schema of a term with the id of the attribute to which it belongs. */
const TermOfAttribute = WooTerm.extend({ attributeId: z.int().positive() });

/** Yields the entries of `attribute-terms.json`, each with the id of its attribute. */
async function* withAttributeIds(terms: TermEntries): AsyncGenerator<unknown> {
  for (const [attributeId, list] of terms) {
    for (const one of list) yield typeof one === 'object' ? { ...one, attributeId } : one;
  }
}

/** Pairs of an attribute's id and its terms, which are not checked. */
export type TermEntries = readonly (readonly [number, readonly unknown[]])[];

/** Returns the streams of the folder's categories, tags, brands, attributes, attribute terms and shipping classes. */
export function termStreams(
  folder: ShopFolder,
  termsOfAttributes: TermEntries,
  media: Media,
  counts: TermCounts,
) {
  const listed = (file: string) => ({ file, entries: () => folder.list(file) });
  const streams = {
    'categories.json': termStream(
      {
        ...listed('categories.json'),
        kind: 'categories',
        given: WooCategory,
        schema: Category,
        record: (given) => categoryRecord(given, media),
      },
      counts,
    ),
    'tags.json': termStream(
      {
        ...listed('tags.json'),
        kind: 'tags',
        given: WooTag,
        schema: Tag,
        record: tagRecord,
      },
      counts,
    ),
    'brands.json': termStream(
      {
        ...listed('brands.json'),
        kind: 'brands',
        given: WooBrand,
        schema: Brand,
        record: (given) => brandRecord(given, media),
      },
      counts,
    ),
    'attributes.json': termStream(
      {
        ...listed('attributes.json'),
        kind: 'attributes',
        given: WooAttributeDefinition,
        schema: Attribute,
        record: attributeRecord,
      },
      counts,
    ),
    'attribute-terms.json': termStream(
      {
        file: 'attribute-terms.json',
        entries: () => withAttributeIds(termsOfAttributes),
        kind: 'terms',
        given: TermOfAttribute,
        schema: AttributeTerm,
        record: (given) => termRecord(given.attributeId, given),
      },
      counts,
    ),
    'shipping-classes.json': termStream(
      {
        ...listed('shipping-classes.json'),
        kind: 'shippingClasses',
        given: WooTag,
        schema: Tag,
        record: tagRecord,
      },
      counts,
    ),
  };
  return Object.entries(streams)
    .filter(([file]) => folder.has(file))
    .map(([, stream]) => stream);
}

/** Returns the source of the reviews. Reviews of products that are not imported are left out. */
export async function reviewSource(
  folder: ShopFolder,
  isImported: (productId: number) => boolean,
  zone: string,
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
      if (isImported(given.product_id)) {
        return made(file, given, () => reviewRecord(given, { zone, notes }));
      }
      notes.leaveOut('reviews', 'their products are not in the folder or left out');
      return null;
    },
    send: async (bus, records) => ({ reviews: (await bus.request(importReviews, { records })).outcome }),
  };
}

/** Returns the source of the coupons. Of several coupons with one code, the newest published one counts. */
export function couponSource(folder: ShopFolder, format: ShopFormat): Source<Coupon> {
  const file = 'coupons.json';
  const created = new Map<number, number>();
  return {
    collection: 'coupons',
    file,
    schema: Coupon,
    entries: () => folder.list(file),
    make(entry, notes) {
      const { discount_type: type } = validated(file, entry, z.object({ discount_type: text }));
      if (!isKnownCouponType(type)) {
        notes.leaveOut(`coupons of type ${type.slice(0, 60)}`, 'the type is not known here');
        return null;
      }
      const given = validated(file, entry, WooCoupon);
      created.set(given.id, secondsOf(given, format));
      return made(file, given, () => couponRecord(given, format, notes));
    },
    unique: {
      name: 'code',
      prefers: 'highest',
      *claims({ id, code, status }) {
        const rank = status === 'publish' ? 0 : 1;
        yield { value: code, id, rank: rank * 1e12 - (created.get(id) ?? 0) };
      },
    },
    send: async (bus, records) => ({ coupons: (await bus.request(importCoupons, { records })).outcome }),
  };
}

/** Returns when a coupon was created, in Unix seconds; 0 if that is unknown. */
function secondsOf({ date_created, date_created_gmt }: WooCoupon, format: ShopFormat): number {
  const given = { local: date_created, utc: date_created_gmt };
  try {
    const time = shopTime('date_created', given, format);
    return time === null ? 0 : Date.parse(`${time.utc}Z`) / 1_000;
  } catch {
    return 0;
  }
}
