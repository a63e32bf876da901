import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Line } from '../../model/state.ts';
import type { Chosen } from '../product-choice/choose-product.ts';
import { itemKey } from './item-key.ts';

/**
 * The members that identify a line: product, variation, options, item data, and the key, which is derived from the
 * others.
 */
type Purchase = Pick<Line, 'key' | 'productId' | 'variationId' | 'attributes' | 'itemData'>;

/** Returns the identifying members of a line for a chosen product and its item data. */
export function purchaseOf({ facts, attributes }: Chosen, itemData: Line['itemData']): Purchase {
  const [productId, variationId] = facts.parentId === 0 ? [facts.id, 0] : [facts.parentId, facts.id];
  const key = itemKey(productId, variationId, attributes, itemData);
  return { key, productId, variationId, attributes, itemData };
}

/**
 * Returns the current price, stock unit and name of a product. A line stores these values, so that later the values
 * that the shopper last saw are still known.
 */
export function asSeenNow({
  price,
  exact,
  stockUnit,
  name,
}: ProductFacts): Pick<Line, 'seenPrice' | 'seenExact' | 'stockUnit' | 'name'> {
  // `seenExact` must be there even if it is undefined: it replaces the text of an earlier price.
  return { seenPrice: price, seenExact: exact?.price, stockUnit, name };
}
