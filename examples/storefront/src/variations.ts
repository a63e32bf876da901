import type { Product, Variation } from './api.ts';

/** The chosen option of each attribute, by the attribute's key. */
export type Choice = Readonly<Record<string, string>>;

/** Returns the attributes in which the variations of a product differ, with their keys. */
export function choicesOf(product: Product) {
  return Object.entries(product.attributes).filter(([, attribute]) => attribute.used_for_variation);
}

/**
 * Returns whether a variation has the chosen options. A variation without an option for an attribute accepts
 * any option of that attribute.
 */
function fits(variation: Variation, choice: Choice): boolean {
  return Object.entries(variation.attributes).every(
    ([key, option]) => option === '' || option === choice[key],
  );
}

/**
 * Returns the variation with the chosen options. Null if an option is not chosen yet, or if no variation has
 * these options.
 */
export function chosenVariation(product: Product, choice: Choice): Variation | null {
  if (choicesOf(product).some(([key]) => !choice[key])) return null;
  return product.variations.find((variation) => fits(variation, choice)) ?? null;
}

/** Returns whether a variation that can be bought has both this option and all other chosen options. */
export function isPossible(product: Product, choice: Choice, key: string, option: string): boolean {
  return product.variations.some(
    ({ attributes, add_to_cart: { is_purchasable: isSold }, stock }) =>
      isSold &&
      stock.is_in_stock &&
      Object.entries({ ...choice, [key]: option }).every(
        ([name, value]) => !value || !attributes[name] || attributes[name] === value,
      ),
  );
}
