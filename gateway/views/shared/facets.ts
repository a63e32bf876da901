import { decimalText } from '#platform/money/text.ts';
import type { Views } from './views.ts';

/**
 * Returns the facets of a list: how many products have each term, rating, stock status and price band
 * (docs/reference/facets.md). The bounds of prices are decimal text in major units.
 */
export function facets({ facets: counted, total, units }: Views['facets']) {
  const amount = (minor: number) => decimalText(minor, units.currency.decimals);
  const bounds = ({ min, max }: { readonly min: number; readonly max: number }) => ({
    min_price: amount(min),
    max_price: amount(max),
  });
  const inTree = ({ id, name, slug, parentId, count }: (typeof counted.categories)[number]) => ({
    id,
    name,
    slug,
    parent: parentId,
    count,
  });
  return {
    total_products: total,
    categories: counted.categories.map(inTree),
    tags: counted.tags,
    brands: counted.brands.map(inTree),
    attributes: counted.attributes,
    ratings: counted.ratings,
    stock_statuses: counted.stockStatuses.map(({ status, count }) => ({ stock_status: status, count })),
    prices: counted.prices && {
      ...bounds(counted.prices),
      bands: counted.prices.bands.map((band) => ({ ...bounds(band), count: band.count })),
    },
  };
}
