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

/** Members of a product that all dialects write alike (specification 2.2). */

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

export function hiddenConditions(product: Product) {
  return {
    virtual: product.virtual,
    downloadable: product.downloadable,
    manage_stock: product.stock.managed,
    sold_individually: product.soldIndividually,
    reviews_allowed: product.reviewsAllowed,
    shipping_required: product.shippingRequired,
  };
}

/** The addresses of an image's sizes. */
function imageSizes({
  thumbnail,
  medium,
  large,
  full,
}: Pick<Image, 'thumbnail' | 'medium' | 'large' | 'full'>) {
  return { thumbnail, medium, large, full };
}

/** The addresses of the sizes of a variation's image, else of its parent's, else of the placeholder. */
export function featuredImage(one: Variation, parent: Product, { placeholder: none }: Links) {
  const placeholder = { thumbnail: none, medium: none, large: none, full: none };
  return imageSizes(one.images[0] ?? parent.images[0] ?? placeholder);
}

/** The images of a product; the first is the featured one. */
export function images(all: readonly Image[]) {
  return all.map((image, position) => ({
    id: image.id,
    src: imageSizes(image),
    name: image.name,
    alt: image.alt,
    position,
    featured: position === 0,
  }));
}

/** Categories or tags; `link` gives the address of one. */
export function terms(all: readonly TermReference[], link: (id: number) => string) {
  return all.map(({ id, name, slug }) => ({ id, name, slug, rest_url: link(id) }));
}

/** A map keyed by attribute, in the form that add-item takes: `attribute_pa_colour`. */
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

/** Attribute key to option slug of a variation; an empty slug fits any option. */
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

export function measures({ weight, dimensions }: Product, units: ShopUnits) {
  return {
    weight: { value: weight, unit: units.weightUnit },
    dimensions: { ...dimensions, unit: units.dimensionUnit },
  };
}

/** The highest rating there is. */
export const greatestRating = '5';

/** Least and greatest quantity of one purchase; null for types that are not bought by a quantity. */
export function purchaseQuantity({ type, minPurchase, maxPurchase }: Product) {
  if (type === 'variable' || type === 'external') return null;
  return { min_purchase: minPurchase, max_purchase: maxPurchase };
}

/** Keys that begin with `_` are the shop's own and never shown (contract part 9, 6). */
export function metaData({ meta }: Product) {
  return meta.filter(({ key }) => !key.startsWith('_')).map(({ key, value }) => ({ key, value }));
}
