import type { Image, Product, ProductAttribute, TermReference, Variation } from '#contracts/product.ts';
import type { Links } from './links.ts';
import { stockMembers } from './product-members.ts';

/**
 * These functions return members that v1 products and variations have in all dialects
 * (docs/reference/products.md#the-product-of-v1).
 */

/** Returns the members with the names and texts of a product. */
export function description(product: Product) {
  return {
    id: product.id,
    parent_id: product.parentId,
    name: product.name,
    slug: product.slug,
    permalink: product.permalink,
    type: product.type,
    status: product.status,
    featured: product.featured,
    catalog_visibility: product.catalogVisibility,
    description: product.description,
    short_description: product.shortDescription,
    sku: product.sku,
  };
}

/** Returns the members about how a product is sold and rated. */
export function selling(product: Product) {
  return {
    total_sales: product.totalSales,
    external_url: product.externalUrl,
    button_text: product.buttonText,
    sold_individually: product.soldIndividually,
    shipping_required: product.shippingRequired,
    shipping_taxable: product.shippingRequired && product.taxStatus !== 'none',
    reviews_allowed: product.reviewsAllowed,
    average_rating: product.averageRating,
    rating_count: product.ratingCount,
    purchase_note: product.purchaseNote,
    menu_order: product.menuOrder,
  };
}

function idsOf(all: readonly { readonly id: number }[]): number[] {
  return all.map(({ id }) => id);
}

/**
 * Returns the members with the categories and tags of a product, and with the ids of other products: related products,
 * upsells, cross-sells and the products of a group.
 */
export function relations(product: Product) {
  return {
    related_ids: idsOf(product.related),
    upsell_ids: idsOf(product.upsells),
    cross_sell_ids: idsOf(product.crossSells),
    categories: terms(product.categories),
    tags: terms(product.tags),
    grouped_products: product.groupedIds,
  };
}

export function dates({ created, modified }: Pick<Product, 'created' | 'modified'>) {
  return {
    date_created: created.local,
    date_created_gmt: created.utc,
    date_modified: modified.local,
    date_modified_gmt: modified.utc,
  };
}

export function sale({ prices: { saleFrom, saleTo, onSale } }: Pick<Product, 'prices'>) {
  return {
    date_on_sale_from: saleFrom?.local ?? null,
    date_on_sale_from_gmt: saleFrom?.utc ?? null,
    date_on_sale_to: saleTo?.local ?? null,
    date_on_sale_to_gmt: saleTo?.utc ?? null,
    on_sale: onSale,
  };
}

/** Returns the members about delivery and tax. */
export function goods(one: Product | Variation) {
  return {
    purchasable: one.purchasable,
    virtual: one.virtual,
    downloadable: one.downloadable,
    downloads: one.downloads,
    download_limit: one.downloadLimit,
    download_expiry: one.downloadExpiry,
    tax_status: one.taxStatus,
    tax_class: one.taxClass,
    shipping_class: one.shippingClass,
    shipping_class_id: one.shippingClassId,
  };
}

export function stock(one: Product | Variation) {
  const { is_in_stock: _inStock, ...members } = stockMembers(one.stock);
  return { manage_stock: one.stock.managed, ...members };
}

/** Returns a picture with the address of its full size. */
export function imageV1({ id, full, name, alt }: Image, links: Links) {
  return { id, src: links.picture(full), name, alt };
}

/** Returns the picture of a variation. Without a picture, returns the placeholder with the id 0. */
export function variationImage({ images: [first] }: Variation, links: Links) {
  if (first) return imageV1(first, links);
  return { id: 0, src: links.placeholder, name: 'Placeholder', alt: 'Placeholder' };
}

function terms(all: readonly TermReference[]) {
  return all.map(({ id, name, slug }) => ({ id, name, slug }));
}

export function attributes(all: readonly ProductAttribute[]) {
  return all.map(({ id, name, position, visible, variation, options }) => ({
    id,
    name,
    position,
    visible,
    variation,
    options: options.map(({ label }) => label),
  }));
}

/** Returns the preselected option of each attribute, as a slug. */
export function defaultAttributes({ defaultAttributes: all }: Product) {
  return all.map(({ id, name, slug }) => ({ id, name, option: slug }));
}

/**
 * Returns the label of the variation's option for each attribute. An empty label means that the variation
 * accepts any option.
 */
export function chosenOptions({ attributes: all }: Variation) {
  return all.map(({ id, name, label }) => ({ id, name, option: label }));
}

function metaText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/**
 * Returns the public meta data with its values as text. Entries whose key begins with `_` are private and are
 * left out (docs/reference/products.md#the-product-of-v1).
 */
export function metaData({ meta }: Product | Variation) {
  return meta
    .filter(({ key }) => !key.startsWith('_'))
    .map(({ id, key, value }) => ({ id, key, value: metaText(value) }));
}

/**
 * Returns the members `links` and `_links` of a product, which contain the same addresses
 * (docs/reference/products.md#the-product-of-v1).
 */
export function addresses(path: string, links: Links) {
  const collection = links.resource('v1/products');
  const to = { self: [{ href: links.resource(path) }], collection: [{ href: collection }] };
  return { links: to, _links: to };
}

/**
 * Returns the members `links` and `_links` of a variation, which contain the same addresses. `parentId` is the id of
 * the variation's product.
 */
export function variationAddresses({ id }: Variation, parentId: number, links: Links) {
  const up = links.resource(`v1/products/${parentId}`);
  const collection = `${up}/variations`;
  const to = {
    self: [{ href: `${collection}/${id}` }],
    collection: [{ href: collection }],
    up: [{ href: up }],
  };
  return { links: to, _links: to };
}
