import type {
  Image,
  Prices,
  Product,
  ShopUnits,
  Stock,
  TermReference,
  Variation,
} from '#contracts/product.ts';
import type { Links } from './links.ts';

/**
 * These functions return members of a product that are equal in all dialects
 * (docs/reference/products.md#the-product).
 */

/** Returns the times at which a product was created and last changed. */
export function dates({ created, modified }: Pick<Product, 'created' | 'modified'>) {
  return {
    created: created.local,
    created_gmt: created.utc,
    modified: modified.local,
    modified_gmt: modified.utc,
  };
}

export function saleDates({ saleFrom, saleTo }: Prices) {
  return {
    from: saleFrom?.local ?? null,
    from_gmt: saleFrom?.utc ?? null,
    to: saleTo?.local ?? null,
    to_gmt: saleTo?.utc ?? null,
  };
}

/**
 * Returns the conditions of sale of a product or variation, without `reviews_allowed`, which only a product has
 * (docs/reference/products.md#the-variation).
 */
export function saleConditions(one: Product | Variation) {
  return {
    virtual: one.virtual,
    downloadable: one.downloadable,
    manage_stock: one.stock.managed,
    sold_individually: one.soldIndividually,
    shipping_required: one.shippingRequired,
  };
}

export function hiddenConditions(product: Product) {
  return { ...saleConditions(product), reviews_allowed: product.reviewsAllowed };
}

function placeholderSizes({ placeholder: none }: Links) {
  return { thumbnail: none, medium: none, large: none, full: none };
}

/** Returns the addresses of a picture's sizes. */
function imageSizes({ thumbnail, medium, large, full }: Image, links: Links) {
  return {
    thumbnail: links.picture(thumbnail),
    medium: links.picture(medium),
    large: links.picture(large),
    full: links.picture(full),
  };
}

/**
 * Returns the addresses of all sizes of a variation's picture. If the variation has no picture, uses the
 * product's picture. If the product has no picture either, uses the placeholder.
 */
export function featuredImage(one: Variation, parent: Product, links: Links) {
  const image = one.images[0] ?? parent.images[0];
  return image ? imageSizes(image, links) : placeholderSizes(links);
}

/** Returns the pictures of a product. The first picture is the featured picture. */
export function images(all: readonly Image[], links: Links) {
  return all.map((image, position) => ({
    id: image.id,
    src: imageSizes(image, links),
    name: image.name,
    alt: image.alt,
    position,
    featured: position === 0,
  }));
}

export function categories(all: readonly TermReference[], links: Links) {
  return all.map(({ id, name, slug }) => ({ id, name, slug, rest_url: links.category(id) }));
}

export function tags(all: readonly TermReference[], links: Links) {
  return all.map(({ id, name, slug }) => ({ id, name, slug, rest_url: links.tag(id) }));
}

/**
 * Returns a map with one entry for each attribute. The keys are the names that add-item accepts, such as
 * `attribute_pa_colour`.
 */
export function byAttribute<Attribute extends { readonly key: string }, Value>(
  all: readonly Attribute[],
  value: (attribute: Attribute) => Value,
): Record<string, Value> {
  return Object.fromEntries(all.map((attribute) => [`attribute_${attribute.key}`, value(attribute)]));
}

export function attributes(product: Product) {
  return byAttribute(product.attributes, ({ id, name, position, visible, variation, options }) => ({
    id,
    name,
    position,
    is_attribute_visible: visible,
    used_for_variation: variation,
    options: Object.fromEntries(options.map(({ slug, label }) => [slug, label])),
  }));
}

/**
 * Returns the slug of the variation's option for each attribute. An empty slug means that the variation
 * accepts any option.
 */
export function chosenOptions(variation: Variation): Record<string, string> {
  return byAttribute(variation.attributes, ({ slug }) => slug);
}

export function stockMembers(stock: Stock) {
  const { managed, quantity, status, backorders } = stock;
  const allowed = backorders !== 'no';
  return {
    is_in_stock: status !== 'outofstock',
    stock_quantity: quantity,
    stock_status: status,
    backorders,
    backorders_allowed: allowed,
    backordered: status === 'onbackorder' || (managed && allowed && (quantity ?? 0) < 0),
  };
}

export function measures({ weight, dimensions }: Product | Variation, units: ShopUnits) {
  return {
    weight: { value: weight, unit: units.weightUnit },
    dimensions: { ...dimensions, unit: units.dimensionUnit },
  };
}

/** The highest possible rating. */
export const greatestRating = '5';

/**
 * Returns the smallest and largest quantity of one purchase. Returns null for variable and external products,
 * which cannot be added to a cart by their id alone.
 */
export function purchaseQuantity(product: Product) {
  return product.type === 'variable' || product.type === 'external' ? null : purchaseLimits(product);
}

/** Returns the smallest and largest quantity of one purchase. A largest quantity of −1 means no limit. */
export function purchaseLimits({ minPurchase, maxPurchase }: Product | Variation) {
  return { min_purchase: minPurchase, max_purchase: maxPurchase };
}

/**
 * Returns the public meta data. Entries whose key begins with `_` are private and are left out
 * (docs/reference/products.md#the-product).
 */
export function metaData({ meta }: Product | Variation) {
  return meta.filter(({ key }) => !key.startsWith('_')).map(({ key, value }) => ({ key, value }));
}
