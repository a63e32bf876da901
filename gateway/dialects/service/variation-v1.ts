import { chosenOptions, variationImage } from '../shared/v1-members.ts';
import { variationV1Presenters } from '../shared/variation-v1.ts';
import { priceText } from './prices.ts';

/**
 * Variations of v1 with decimal texts of all the currency's decimals (docs/reference/products.md#the-variation-of-v1).
 */
export const { variationV1, variationsV1 } = variationV1Presenters({
  price: priceText,
  image: variationImage,
  attributes: chosenOptions,
});
