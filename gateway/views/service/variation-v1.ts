import { chosenOptions, variationImage } from '../shared/v1-members.ts';
import { variationV1Presenters } from '../shared/variation-v1.ts';
import { priceText } from './product.ts';

/**
 * Presenters of v1 variations: prices are decimal text with all decimals of the currency
 * (docs/reference/products.md#the-variation-of-v1).
 */
export const { variationV1, variationsV1 } = variationV1Presenters({
  price: priceText,
  image: variationImage,
  attributes: chosenOptions,
});
