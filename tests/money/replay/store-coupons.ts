import {
  entriesOf,
  type NamedProduct,
  type RecordedCoupon,
  type RecordedIds,
  type RecordedLine,
  type RecordedStore,
} from './recorded-cases.ts';

/** Returns the id of a line's variation, or of its product if it has no variation. */
export function lineId(ids: RecordedIds, { p, v }: Pick<RecordedLine, 'p' | 'v'>): number {
  const product = ids.products[p];
  const id = v === undefined ? product?.id : product?.variations?.[v];
  if (id === undefined) throw new RangeError(`there is no product ${p} ${v ?? ''}`);
  return id;
}

function couponOf(given: RecordedCoupon, ids: RecordedIds) {
  const expires = given.expired ? '2020-01-01T00:00:00' : null;
  const categories = new Map(entriesOf(ids.categories));
  const productId = (named: NamedProduct) =>
    typeof named === 'number' ? lineId(ids, { p: named }) : lineId(ids, { p: named[0], v: named[1] });
  const products = (list: readonly NamedProduct[] = []) => list.map(productId);
  const inCategories = (list: readonly string[] = []) => list.map((name) => categories.get(name));
  return {
    id: new Map(entriesOf(ids.coupons)).get(given.code),
    code: given.code,
    amount: String(given.amount),
    status: 'publish',
    discount_type: given.type,
    description: '',
    date_expires: expires,
    date_expires_gmt: expires,
    usage_count: given.usage_count ?? 0,
    individual_use: Boolean(given.individual),
    product_ids: products(given.products),
    excluded_product_ids: products(given.not_products),
    usage_limit: given.usage_limit ?? null,
    usage_limit_per_user: null,
    limit_usage_to_x_items: given.items ?? null,
    free_shipping: Boolean(given.free_shipping),
    product_categories: inCategories(given.categories),
    excluded_product_categories: inCategories(given.not_categories),
    exclude_sale_items: Boolean(given.exclude_sale),
    minimum_amount: given.min === undefined ? '' : String(given.min),
    maximum_amount: given.max === undefined ? '' : String(given.max),
    email_restrictions: given.emails ?? [],
    used_by: [],
    meta_data: [],
  };
}

/** Returns the file with the coupons. The key is the name of the file. */
export function couponFiles(store: RecordedStore, ids: RecordedIds): Record<string, unknown> {
  return { 'coupons.json': store.coupons.map((given) => couponOf(given, ids)) };
}
