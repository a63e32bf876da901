import type { CartLine } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Fine } from '#platform/money/fine-amounts.ts';
import type { FactsById } from '../../model/command.ts';
import { labelsOf } from '../product-choice/options.ts';
import type { Rounding } from '../totals/rounding.ts';
import type { CalculatedLine } from '../totals/savings.ts';
import { type HeldByUnit, isOnBackorder } from './shortages.ts';

/** Weights are added in millionths of a unit, so that decimals cause no binary rounding errors. */
const scale = 1_000_000;
/** Maximum weight of a product in the store's unit. A larger weight counts as no weight. */
const heaviest = 1_000_000_000;

/**
 * Returns the weight of a product in this quantity, in millionths of the store's unit. 0 without a weight, and for a
 * product that is not shipped.
 */
export function microWeight({ weight, shippingRequired }: ProductFacts, quantity: number): number {
  const one = shippingRequired ? Number(weight) : 0;
  return one > 0 && one <= heaviest ? Math.round(one * scale) * quantity : 0;
}

/** Returns a weight in the store's unit. */
export function inUnits(micro: number): number {
  return micro / scale;
}

/**
 * Returns a priced line as a cart shows it. `held` has the quantity that the whole cart takes from each
 * stock. `known` has the facts of products, which contain labels of options.
 */
export function lineView(
  calculated: CalculatedLine,
  rounding: Rounding,
  held: HeldByUnit,
  known: FactsById,
): CartLine {
  const { line, facts, shown, levy, subtotal, total } = calculated;
  const { tax, taxes, toMinor } = rounding;
  const weight = microWeight(facts, line.quantity);
  return {
    key: line.key,
    productId: line.productId,
    variationId: line.variationId,
    type: facts.type,
    name: facts.name,
    title: facts.title,
    slug: facts.slug,
    sku: facts.sku,
    quantity: line.quantity,
    minPurchase: facts.minPurchase,
    maxPurchase: facts.maxPurchase,
    unitPrice: shown,
    subtotal: toMinor(subtotal.net),
    subtotalTax: toMinor(taxes(subtotal.taxes)),
    total: toMinor(total.net),
    tax: toMinor(taxes(total.taxes)),
    weight: weight === 0 ? '' : String(inUnits(weight)),
    dimensions: facts.dimensions,
    attributes: line.attributes,
    variation: labelsOf(line, facts, known.get(line.productId)),
    taxes: levy.rates.map(({ id }, index) => ({
      rateId: id,
      subtotal: toMinor(tax(subtotal.taxes[index] as Fine)),
      total: toMinor(tax(total.taxes[index] as Fine)),
    })),
    onBackorder: isOnBackorder(facts, held),
    itemData: line.itemData,
    thumbnail: facts.thumbnail,
  };
}
