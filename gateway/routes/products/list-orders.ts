import type { OrderBy } from '#contracts/listing.ts';
import type { Dialect } from '../../dialects/shared/dialect.ts';

/**
 * For each word of `orderby`: the sort field (`by`). If a word has a `fixed` direction, the parameter `order`
 * has no effect (docs/reference/catalogue.md#filters).
 */
export const orders = {
  date: { by: 'date' },
  id: { by: 'id' },
  include: { by: 'include', fixed: 'asc' },
  title: { by: 'title' },
  slug: { by: 'slug' },
  name: { by: 'title' },
  price: { by: 'price' },
  popularity: { by: 'sales' },
  rating: { by: 'rating', fixed: 'desc' },
  menu_order: { by: 'menuOrder' },
  alphabetical: { by: 'title', fixed: 'asc' },
  reverse_alpha: { by: 'title', fixed: 'desc' },
  relevance: { by: 'relevance', fixed: 'desc' },
  rand: { by: 'random' },
  by_stock: { by: 'stock', fixed: 'desc' },
  review_count: { by: 'reviewCount', fixed: 'desc' },
  on_sale_first: { by: 'onSaleFirst', fixed: 'desc' },
  featured_first: { by: 'featuredFirst', fixed: 'desc' },
  price_asc: { by: 'price', fixed: 'asc' },
  price_desc: { by: 'price', fixed: 'desc' },
  sales: { by: 'sales' },
} as const satisfies Record<string, { by: OrderBy; fixed?: 'asc' | 'desc' }>;
export type OrderWord = keyof typeof orders;

/**
 * The words of `orderby` in v1 (docs/reference/catalogue.md#lists-of-v1). `order` sets the direction of each
 * word.
 */
export const wordsV1 = [
  'date',
  'id',
  'include',
  'title',
  'slug',
  'price',
  'popularity',
  'rating',
  'menu_order',
] as const satisfies readonly OrderWord[];

/**
 * Returns the sort field and direction of a v1 list. If `directions` is `asked`, the parameter `order` sets the
 * direction of the words in `wordsV1`. With `as-v2`, the v2 rules apply.
 */
export function orderV1(
  { orderby, order }: { orderby: OrderWord; order: 'asc' | 'desc' },
  directions: Dialect['directionV1'],
) {
  const { by, fixed = order }: { by: OrderBy; fixed?: 'asc' | 'desc' } = orders[orderby];
  const ofV1: readonly OrderWord[] = wordsV1;
  const usesOrder = directions === 'asked' && ofV1.includes(orderby);
  return { orderBy: by, direction: usesOrder ? order : fixed };
}
