import { z } from 'zod';
import { importTerms } from '#contracts/catalogue-import.ts';
import type { ProductRecord } from '#contracts/product.ts';
import {
  Attribute,
  AttributeTerm,
  Brand,
  Category,
  Tag,
  type TermKind,
  type TermList,
} from '#contracts/terms.ts';
import { slugOf } from '../util/slug.ts';
import { count, flag, id, objectOrNull, text, whole } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { validated } from './notes.ts';
import { imageOf, type Media, WooImage } from './pictures.ts';
import { RecordStream } from './record-stream.ts';
import { oneOf, plainText } from './values.ts';

export const NamedTerm = z.object({ id, name: text, slug: text });

export const WooCategory = NamedTerm.extend({
  parent: whole(0),
  description: text,
  display: text,
  image: objectOrNull(WooImage),
  menu_order: whole(0),
  count,
});
export type WooCategory = z.infer<typeof WooCategory>;

/** A brand of products. WooCommerce has brands since version 9.6. */
const WooBrand = NamedTerm.extend({
  parent: whole(0),
  description: text,
  image: objectOrNull(WooImage),
  menu_order: whole(0),
  count,
});
type WooBrand = z.infer<typeof WooBrand>;

/** A tag, or a shipping class. */
const WooTag = NamedTerm.extend({ description: text, count });
type WooTag = z.infer<typeof WooTag>;

const WooAttributeDefinition = NamedTerm.extend({ type: text, order_by: text, has_archives: flag });
type WooAttributeDefinition = z.infer<typeof WooAttributeDefinition>;

export const WooTerm = WooTag.extend({ menu_order: whole(0) });
export type WooTerm = z.infer<typeof WooTerm>;

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
    async send(services, records) {
      const batch = { kind, records } as unknown as TermList;
      return { [kind]: (await services.request(importTerms, batch)).outcome };
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
  folder: ShopFiles,
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

export function categoryRecord(given: WooCategory, media?: Media): Category {
  return {
    ...brandRecord(given, media),
    display: oneOf(['default', 'products', 'subcategories', 'both'], given.display),
  };
}

function brandRecord(given: WooBrand, media?: Media): Brand {
  return {
    ...tagRecord(given),
    parentId: given.parent,
    image: given.image?.src ? imageOf(given.image, media) : null,
    menuOrder: given.menu_order,
  };
}

function tagRecord({ id, name, slug, description, count }: WooTag): Tag {
  const plain = plainText(name);
  return { id, name: plain, slug: slug || slugOf(plain), description, count: Math.max(0, count ?? 0) };
}

function attributeRecord(given: WooAttributeDefinition): Attribute {
  const { id, name, slug, type, order_by, has_archives } = given;
  const plain = plainText(name);
  const orderBy = oneOf(['menu_order', 'name', 'name_num', 'id'], order_by);
  return {
    id,
    name: plain,
    slug: slug || `pa_${slugOf(plain)}`,
    type: type || 'select',
    orderBy,
    hasArchives: has_archives,
  };
}

function termRecord(attributeId: number, given: WooTerm): AttributeTerm {
  return { ...tagRecord(given), attributeId, menuOrder: given.menu_order };
}

/** A term of any kind, as far as `TermCounts` needs it. */
interface CountedTerm {
  readonly id: number;
  readonly slug?: string;
  readonly parentId?: number;
  readonly attributeId?: number;
}

/** Counts the products of terms for shops whose files have no counts. */
export class TermCounts {
  /** The number of products by kind, attribute and id, or by slug for terms of attributes. */
  readonly #counts = new Map<string, number>();
  /** The parent of each category and brand, by kind and id. */
  readonly #parents = new Map<string, number>();

  /** Remembers the parent of a term. All terms must be added before the first product. */
  addTerm(kind: TermKind, { id, parentId = 0 }: CountedTerm): void {
    if (parentId !== 0) this.#parents.set(`${kind}/${id}`, parentId);
  }

  /** Counts a product. As in WooCommerce, a category also has the products of the categories below it. */
  addProduct(product: ProductRecord): void {
    if (product.status !== 'publish' || !['visible', 'catalog'].includes(product.catalogVisibility)) return;
    const terms = new Set<string>();
    for (const kind of ['categories', 'tags', 'brands'] as const) {
      for (const { id } of product[kind]) this.#addWithAbove(terms, kind, id);
    }
    for (const { id, options } of product.attributes.filter((one) => one.id !== 0)) {
      for (const { slug } of options) terms.add(`terms/${id}/${slug}`);
    }
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1);
  }

  #addWithAbove(terms: Set<string>, kind: TermKind, id: number): void {
    let above: number | undefined = id;
    // A circle of parents ends at the first term that is there already.
    while (above !== undefined && !terms.has(`${kind}/${above}`)) {
      terms.add(`${kind}/${above}`);
      above = this.#parents.get(`${kind}/${above}`);
    }
  }

  /** Returns the number of products with a term. */
  of(kind: TermKind, { id, slug, attributeId }: CountedTerm): number {
    return this.#counts.get(kind === 'terms' ? `terms/${attributeId}/${slug}` : `${kind}/${id}`) ?? 0;
  }
}
