import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Chosen } from '../product-choice/choosing.ts';
import type { Line } from '../state.ts';
import { itemKey } from './item-key.ts';

/** What makes a line the line that it is: what was chosen with which data, and the key that follows from it. */
type Purchase = Pick<Line, 'key' | 'productId' | 'variationId' | 'attributes' | 'itemData'>;

/** What a line is once this was chosen with this data. */
export function purchaseOf({ facts, attributes }: Chosen, itemData: Line['itemData']): Purchase {
  const [productId, variationId] = facts.parentId === 0 ? [facts.id, 0] : [facts.parentId, facts.id];
  const key = itemKey(productId, variationId, attributes, itemData);
  return { key, productId, variationId, attributes, itemData };
}

/** What a line keeps of its product as its shopper learns of it now. */
export function asSeenNow({
  price,
  stockUnit,
  name,
}: ProductFacts): Pick<Line, 'seenPrice' | 'stockUnit' | 'name'> {
  return { seenPrice: price, stockUnit, name };
}
