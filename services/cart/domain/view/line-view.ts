import type { CartLine } from '#contracts/cart.ts';
import { labelsOf } from '../product-choice/options.ts';
import type { FactsById } from '../world.ts';
import { type HeldByUnit, isOnBackorder } from './shortages.ts';
import type { PricedLine } from './totals.ts';
import { inUnits, microWeight } from './weight.ts';

/**
 * A priced line as a cart shows it. `held` is what the cart holds of each stock; `known` has the product of a variation
 * that leaves an option open, for its label.
 */
export function lineView(priced: PricedLine, held: HeldByUnit, known: FactsById): CartLine {
  const { line, facts, shown, net, tax, rate } = priced;
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
    subtotal: net,
    subtotalTax: tax,
    total: net,
    tax,
    weight: weight === 0 ? '' : String(inUnits(weight)),
    dimensions: facts.dimensions,
    attributes: line.attributes,
    variation: labelsOf(line, facts, known.get(line.productId)),
    taxes: rate ? [{ rateId: rate.id, subtotal: tax, total: tax }] : [],
    onBackorder: isOnBackorder(facts, held),
    itemData: line.itemData,
    thumbnail: facts.thumbnail,
  };
}
