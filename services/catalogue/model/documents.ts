import { createHash } from 'node:crypto';
import type { Role } from '#contracts/audience.ts';
import type {
  EnteredPrices,
  EnteredStock,
  ProductRecord,
  Reservation,
  RolePrice,
  TermReference,
  VariationRecord,
} from '#contracts/product.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';

/**
 * A meta entry as MongoDB stores it. `value` is JSON text: a meta value may have any property names, and no
 * query filters by meta values.
 */
interface KeptMeta {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** The prices of a variation, or of a product in a group. */
export interface ChildPrices extends EnteredPrices {
  readonly visibleTo?: readonly Role[];
  readonly rolePrices?: readonly RolePrice[];
}

/** A variation, or a product in a group, that only some customer roles may see. */
interface ReservedChild {
  readonly id: number;
  readonly visibleTo: readonly Role[];
}

interface StoredMembers {
  readonly _id: number;
  /**
   * Customer roles that may see the document; null for everybody. Old documents lack this member and
   * `rolePrices`.
   */
  readonly visibleTo?: readonly Role[] | null;
  readonly rolePrices?: readonly RolePrice[];
  /** Absent if the product has no SKU. The unique index of SKUs ignores documents without this member. */
  readonly sku?: string;
  /** The SKU as `foldSku` returns it; absent if `sku` is absent. */
  readonly skuFolded?: string;
  readonly meta: readonly KeptMeta[];
  /** Digest of the record, by which a repeated import finds unchanged records. */
  readonly digest: string;
}

/** A product as MongoDB stores it. Each variation of the product is a separate document. */
export interface ProductDocument
  extends StoredMembers,
    Omit<ProductRecord, 'id' | 'sku' | 'meta' | 'variations' | keyof Reservation> {
  /** Prices of the published variations, or of the published products of a group. */
  readonly childPrices: readonly ChildPrices[];
  /** The reserved published variations of the product, or the reserved products of a group. */
  readonly reservedChildren?: readonly ReservedChild[];
  /** Ids of the published variations, in the shop's order. */
  readonly variationIds: readonly number[];
}

/**
 * Data that a variation inherits from its product. Each variation stores a copy, so the service computes the
 * facts of a variation without reading the product.
 */
interface ParentFacts {
  readonly name: string;
  readonly slug: string;
  readonly status: ProductRecord['status'];
  readonly locked: boolean;
  readonly visibleTo?: readonly Role[] | null;
  readonly soldIndividually: boolean;
  readonly stock: EnteredStock;
  readonly categoryIds: readonly number[];
  readonly tags: readonly TermReference[];
  readonly brands: readonly TermReference[];
  readonly crossSellIds: readonly number[];
}

/** A variation as MongoDB stores it, including the data that the variation inherits from its product. */
export interface VariationDocument
  extends StoredMembers,
    Omit<VariationRecord, 'id' | 'sku' | 'meta' | 'taxClass' | keyof Reservation> {
  readonly type: 'variation';
  readonly parentId: number;
  readonly taxClass: string;
  readonly parent: ParentFacts;
}

export type SellableDocument = ProductDocument | VariationDocument;

/** The members of both products and variations that product lists use. */
const listedOfBoth = [
  '_id',
  'type',
  'status',
  'parentId',
  'name',
  'slug',
  'sku',
  'globalUniqueId',
  'description',
  'created',
  'modified',
  'prices',
  'rolePrices',
  'visibleTo',
  'stock',
  'attributes',
  'virtual',
  'taxClass',
  'shippingClass',
  'shippingClassId',
  'totalSales',
  'menuOrder',
] as const;

const listedOfProducts = [
  ...listedOfBoth,
  'locked',
  'featured',
  'catalogVisibility',
  'shortDescription',
  'averageRating',
  'ratingCount',
  'reviewCount',
  'categories',
  'tags',
  'brands',
  'childPrices',
  'reservedChildren',
] as const;

const listedOfVariations = [...listedOfBoth, 'parent'] as const;

/** All members of products or variations that product lists use. */
export const listedMembers: readonly string[] = [...listedOfProducts, ...listedOfVariations];

/** A variation with only the members that product lists use. */
type ListedVariation = Pick<VariationDocument, (typeof listedOfVariations)[number]>;
type ListedProduct = Pick<ProductDocument, (typeof listedOfProducts)[number]>;
export type ListedDocument = ListedProduct | ListedVariation;

export function isVariation<Document extends Pick<SellableDocument, 'type'>>(
  document: Document,
): document is Extract<Document, { readonly type: 'variation' }> {
  return document.type === 'variation';
}

/**
 * Returns a SKU in lower case and composed letters (NFC). If no SKU matches exactly, SKUs are compared in this form:
 * WooCommerce ignores case, and some keyboards send combining marks.
 */
export function foldSku(sku: string): string {
  return sku.normalize('NFC').toLowerCase();
}

/**
 * Returns whether a document is published and has no password. For a variation, its product must also be
 * published and have no password.
 */
export function isPublic(document: ListedDocument): boolean {
  if (document.status !== 'publish') return false;
  if (!isVariation(document)) return !document.locked;
  return document.parent.status === 'publish' && !document.parent.locked;
}

function storedMembers(record: Pick<ProductRecord, 'id' | 'sku' | 'meta'> & Reservation) {
  return {
    _id: record.id,
    visibleTo: record.visibleTo,
    rolePrices: record.rolePrices,
    ...(record.sku === '' ? {} : { sku: record.sku, skuFolded: foldSku(record.sku) }),
    meta: record.meta.map(({ id, key, value }) => ({ id, key, value: JSON.stringify(value ?? null) })),
  };
}

/**
 * Returns the members with the digest of their JSON. Equal records have equal JSON, because the import
 * schemas fix the order of members.
 */
function digested<T extends object>(members: T): T & { digest: string } {
  const digest = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { ...members, digest };
}

/** The members of a variation or grouped product from which the members of its parent are computed. */
export interface Child {
  readonly id: number;
  readonly status: ProductRecord['status'];
  readonly prices: EnteredPrices;
  readonly visibleTo?: readonly Role[] | null;
  readonly rolePrices?: readonly RolePrice[];
}

/**
 * Returns the members of a product that depend on its children: the prices of published children, and the
 * reserved children. Both lists have the order of `children`.
 */
export function membersFromChildren(
  children: readonly Child[],
): Required<Pick<ProductDocument, 'childPrices' | 'reservedChildren'>> {
  const published = children.filter(({ status }) => status === 'publish');
  return {
    childPrices: published
      .map(({ prices, visibleTo, rolePrices = [] }) => ({
        ...prices,
        ...(visibleTo && { visibleTo }),
        ...(rolePrices.length > 0 && { rolePrices }),
      }))
      .filter(({ regular, rolePrices }) => regular !== null || rolePrices),
    reservedChildren: children.flatMap(({ id, visibleTo }) => (visibleTo ? [{ id, visibleTo }] : [])),
  };
}

/**
 * Returns the members of a variable product that depend on its variations. The product is stored with these
 * members, so product lists do not read the variations.
 */
export function membersFromVariations(
  variations: readonly (Child & { readonly menuOrder: number })[],
): Required<Pick<ProductDocument, 'childPrices' | 'reservedChildren' | 'variationIds'>> {
  const shown = variations
    .filter(({ status }) => status === 'publish')
    .sort((one, other) => one.menuOrder - other.menuOrder || one.id - other.id);
  return {
    ...membersFromChildren(shown),
    variationIds: shown.map(({ id }) => id),
  };
}

/** The digest does not depend on the related products, which `sameRelated` compares. */
function productDocument(record: ProductRecord): ProductDocument {
  const { id: _id, sku: _sku, meta: _meta, variations, relatedIds, ...members } = record;
  const children = membersFromVariations(members.type === 'variable' ? variations : []);
  return { ...digested({ ...members, ...storedMembers(record), ...children }), relatedIds };
}

/** WooCommerce names at most this number of related products. */
const maxRelated = 5;

/**
 * Returns whether two lists of related products are the same for an import. WooCommerce shuffles the related products at
 * every read, and chooses some of them at random if there are more than `maxRelated`.
 */
export function sameRelated(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  return one.length >= maxRelated || other.every((id) => one.includes(id));
}

function variationDocument(record: VariationRecord, product: ProductRecord): VariationDocument {
  const { id: _id, sku: _sku, meta: _meta, ...members } = record;
  const { length, width, height } = record.dimensions;
  const measured = length !== '' || width !== '' || height !== '';
  return digested({
    ...members,
    ...storedMembers(record),
    type: 'variation' as const,
    parentId: product.id,
    taxClass: record.taxClass ?? product.taxClass,
    shippingClass: record.shippingClass || product.shippingClass,
    shippingClassId: record.shippingClassId || product.shippingClassId,
    weight: record.weight || product.weight,
    dimensions: measured ? record.dimensions : product.dimensions,
    images: record.images.length > 0 ? record.images : product.images.slice(0, 1),
    parent: {
      name: product.name,
      slug: product.slug,
      status: product.status,
      locked: product.locked,
      visibleTo: product.visibleTo,
      soldIndividually: product.soldIndividually,
      stock: product.stock,
      categoryIds: product.categories.map(({ id }) => id),
      tags: product.tags,
      brands: product.brands,
      crossSellIds: product.crossSellIds,
    },
  });
}

/**
 * Returns the documents of a product's record: first the product, then its variations. Their HTML, names and addresses
 * are cleaned.
 */
export function documentsOf(given: ProductRecord): SellableDocument[] {
  const record = withSafeTexts(given);
  const variations = record.type === 'variable' ? record.variations : [];
  return [productDocument(record), ...variations.map((one) => variationDocument(one, record))];
}
