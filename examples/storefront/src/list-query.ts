import type { ListParameters } from './api.ts';
import type { Key } from './texts.ts';

/** The filters, the order and the page of a list, which are all in the address of the page. */
export interface ListQuery {
  readonly search: string;
  readonly category: string;
  readonly brand: readonly string[];
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly onSale: boolean;
  readonly inStock: boolean;
  readonly order: string;
  readonly page: number;
}

const perPage = 12;
type Order = readonly [value: string, label: Key, orderby: NonNullable<ListParameters['orderby']>];
export const orders: readonly [Order, ...Order[]] = [
  ['', 'sort.recommended', 'featured_first'],
  ['new', 'sort.new', 'date'],
  ['cheap', 'sort.cheap', 'price_asc'],
  ['dear', 'sort.dear', 'price_desc'],
  ['popular', 'sort.popular', 'popularity'],
  ['rating', 'sort.rating', 'rating'],
  ['name', 'sort.name', 'alphabetical'],
];

const list = (text: string | null) => (text ?? '').split(',').filter(Boolean);
const amount = (text: string | null) => (/^(\d+(\.\d*)?|\.\d+)$/.test(text ?? '') ? (text ?? '') : '');

/** Returns the filters, order and page in an address. Unknown and invalid parts are left out. */
export function parseList(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const attributes = [...params].filter(([name]) => name.startsWith('pa_'));
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    category: params.get('category') ?? '',
    brand: list(params.get('brand')),
    attributes: new Map(attributes.map(([name, value]) => [name, list(value)])),
    minPrice: amount(params.get('min')),
    maxPrice: amount(params.get('max')),
    onSale: params.has('sale'),
    inStock: params.has('stock'),
    order: params.get('order') ?? '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
}

/**
 * Returns the address of a list after changes. Without a page in `changes`, returns the address of the first
 * page.
 */
export function addressOf(query: ListQuery, changes: Partial<ListQuery> = {}): string {
  const next = { ...query, page: 1, ...changes };
  const entries: [string, string][] = [
    ['q', next.search],
    ['category', next.category],
    ['brand', next.brand.join(',')],
    ...[...next.attributes].map(([name, slugs]): [string, string] => [name, slugs.join(',')]),
    ['min', next.minPrice],
    ['max', next.maxPrice],
    ['sale', next.onSale ? '1' : ''],
    ['stock', next.inStock ? '1' : ''],
    ['order', next.order],
    ['page', next.page > 1 ? String(next.page) : ''],
  ];
  const text = new URLSearchParams(entries.filter(([, value]) => value !== '')).toString();
  return `/shop/${text && '?'}${text}`;
}

/** Returns the filters of a list as parameters of a request. */
function filtersOf(query: ListQuery): ListParameters {
  const { search, category, brand, minPrice, maxPrice, onSale, inStock, attributes } = query;
  const chosen = [...attributes].filter(([, slugs]) => slugs.length > 0);
  const byNumber = chosen.map(([attribute, slugs], index) => [index, { attribute, slug: [...slugs] }]);
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(brand.length > 0 && { brand }),
    ...(minPrice && { min_price: minPrice }),
    ...(maxPrice && { max_price: maxPrice }),
    ...(onSale && { on_sale: true }),
    ...(inStock && { stock_status: 'instock' as const }),
    ...(chosen.length > 0 && { attributes: Object.fromEntries(byNumber) }),
  };
}

/** Returns the parameters of the request for one page of products. */
export function pageParameters(query: ListQuery): ListParameters {
  const [, , chosen] = orders.find(([value]) => value === query.order) ?? orders[0];
  const orderby = query.search && !query.order ? 'relevance' : chosen;
  return { ...filtersOf(query), orderby, page: query.page, per_page: perPage };
}

/**
 * Returns the parameters of the two requests for facets. The request `categories` ignores the chosen
 * category, so that its numbers show how many products each other category has.
 */
export function facetParameters(query: ListQuery): { all: ListParameters; categories: ListParameters } {
  return { all: filtersOf(query), categories: filtersOf({ ...query, category: '' }) };
}
