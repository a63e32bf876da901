/**
 * Members of answers with `context=embed`, enough to show a resource and to link to it;
 * docs/reference/catalogue.md#short-answers lists them.
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

/**
 * Members of terms in answers with `context=embed`. A kind of terms that does not have a member
 * leaves it out.
 */
export const termEmbed = [
  'id',
  'name',
  'slug',
  'parent',
  'image',
  'count',
  'rest_url',
  'links',
  '_links',
] as const;

/** Returns the listed members of an object that exist. */
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
