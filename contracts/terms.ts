import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, Image } from './product.ts';

const id = z.int().positive();
const name = z.string().max(1_000);
const text = z.string().max(400_000);
const short = z.string().max(2_000);

export const Tag = z.object({
  id,
  name,
  /**
   * Slug of the term, unique among the terms of its kind. The slug of an option is unique within its
   * attribute.
   */
  slug: short,
  description: text,
  /** Number of published products with this term. */
  count: z.int().min(0),
});
export type Tag = z.infer<typeof Tag>;

export const Category = Tag.extend({
  /** Id of the parent category; 0 for a category at the top level. */
  parentId: z.int().min(0),
  display: z.enum(['default', 'products', 'subcategories', 'both']),
  image: Image.nullable(),
  menuOrder: z.int(),
});
export type Category = z.infer<typeof Category>;

export const Brand = Tag.extend({ parentId: z.int().min(0), image: Image.nullable(), menuOrder: z.int() });
export type Brand = z.infer<typeof Brand>;

/** An attribute of the shop. `slug` is the attribute's key in products, such as `pa_colour`. */
export const Attribute = z.object({
  id,
  name,
  slug: short,
  type: short,
  orderBy: z.enum(['menu_order', 'name', 'name_num', 'id']),
  hasArchives: z.boolean(),
});
export type Attribute = z.infer<typeof Attribute>;

/** An option of an attribute (docs/reference/terms.md#terms-of-an-attribute). */
export const AttributeTerm = Tag.extend({ attributeId: id, menuOrder: z.int() });
export type AttributeTerm = z.infer<typeof AttributeTerm>;

/** A list of terms of one kind. */
export const TermList = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('categories'), records: z.array(Category) }),
  z.object({ kind: z.literal('tags'), records: z.array(Tag) }),
  z.object({ kind: z.literal('brands'), records: z.array(Brand) }),
  z.object({ kind: z.literal('attributes'), records: z.array(Attribute) }),
  z.object({ kind: z.literal('terms'), records: z.array(AttributeTerm) }),
  z.object({ kind: z.literal('shippingClasses'), records: z.array(Tag) }),
]);
export type TermList = z.infer<typeof TermList>;
export type TermKind = TermList['kind'];
export const termKinds = [
  'categories',
  'tags',
  'brands',
  'attributes',
  'terms',
  'shippingClasses',
] as const satisfies readonly TermKind[];

/** Kinds of terms that everybody may read. */
const PublicKind = z.enum(['categories', 'tags', 'brands', 'attributes', 'terms']);

const ids = z.array(z.int()).max(1_000).default([]);

/** Filters, sort order and page of a list of terms. An empty list or null means that the filter is not used. */
export const TermQuery = z.object({
  kind: PublicKind,
  /** Id or slug of the attribute whose terms are returned. Only used for the kind `terms`. */
  attribute: short.default(''),
  page: z.int().min(1).default(1),
  /** Number of terms on a page; null to return all terms. */
  perPage: z.int().min(1).max(100).nullable().default(10),
  /** Number of entries to skip. If the offset is set, `page` is ignored. */
  offset: z.int().min(0).nullable().default(null),
  direction: z.enum(['asc', 'desc']).default('asc'),
  orderBy: z.enum(['id', 'include', 'name', 'slug', 'description', 'count', 'menuOrder']).default('name'),
  /** Part of a name or slug, in upper or lower case. */
  search: z.string().max(200).default(''),
  include: ids,
  exclude: ids,
  slugs: z.array(short).max(100).default([]),
  /** Id of the category or brand whose children are returned; 0 for the top level, null for all levels. */
  parent: z.int().min(0).nullable().default(null),
  hideEmpty: z.boolean().default(false),
  /** Id of the product whose terms are returned; null for the terms of all products. */
  product: z.int().nullable().default(null),
});
export type TermQuery = z.infer<typeof TermQuery>;

/** Returns a page of terms of one kind. Refusals: `service_taxonomy_invalid` for terms of an unknown attribute. */
export const listTerms = operation('catalogue.list-terms', {
  summary: 'Categories, tags, brands, attributes or terms, page by page',
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cli'],
  request: TermQuery,
  reply: z.object({ found: TermList, total: z.int().min(0), asOf: AsOf }),
});

/**
 * Returns a list with one entry: the category, tag, brand, attribute or term with this id or slug.
 *
 * Refusals: `service_attribute_invalid` for an unknown attribute, `service_taxonomy_invalid` for a term of
 * an unknown attribute, `service_term_invalid` for other unknown terms.
 */
export const readTerm = operation('catalogue.read-term', {
  summary: 'One category, tag, brand, attribute or term',
  access: 'caller',
  effect: 'read',
  askedBy: ['gateway', 'cli'],
  request: z.object({ kind: PublicKind, attribute: short.default(''), reference: short }),
  reply: z.object({ found: TermList, asOf: AsOf }),
});
