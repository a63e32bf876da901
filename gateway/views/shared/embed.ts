/**
 * These lists name the members of answers with `context=embed`: enough to show a resource and to link to the
 * resource (docs/reference/catalogue.md#short-answers).
 */

export const productV2Embed = [
  'id',
  'parent_id',
  'name',
  'type',
  'slug',
  'permalink',
  'sku',
  'prices',
  'average_rating',
  'review_count',
  'images',
  'stock',
  'add_to_cart',
] as const;

export const variationV2Embed = [
  'id',
  'parent_id',
  'name',
  'slug',
  'permalink',
  'sku',
  'prices',
  'images',
  'attributes',
  'stock',
  'add_to_cart',
] as const;

export const productV1Embed = [
  'id',
  'parent_id',
  'name',
  'slug',
  'permalink',
  'type',
  'sku',
  'price',
  'regular_price',
  'sale_price',
  'price_html',
  'on_sale',
  'purchasable',
  'stock_status',
  'average_rating',
  'rating_count',
  'images',
  'links',
  '_links',
] as const;

export const variationV1Embed = [
  'id',
  'permalink',
  'sku',
  'price',
  'regular_price',
  'sale_price',
  'on_sale',
  'purchasable',
  'stock_status',
  'image',
  'attributes',
  'links',
  '_links',
] as const;

/** Returns an object with the listed members that `whole` has. */
export function embedded<Member extends string>(
  whole: { readonly [Name in Member]?: unknown },
  members: readonly Member[],
) {
  const shown: { [Name in Member]?: unknown } = {};
  for (const name of members) {
    if (Object.hasOwn(whole, name)) shown[name] = whole[name];
  }
  return shown;
}
