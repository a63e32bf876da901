import type { Cart } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Place } from '#platform/tax/place.ts';
import { calculate } from '../../domain/totals/calculation.ts';
import { shippingView } from '../../domain/view/charges.ts';
import type { CommandContext } from '../../model/command.ts';
import { emptyState } from '../../model/state.ts';

/**
 * Returns the shipping rates, with taxes, of a cart with only this product or variation. The destination is both the
 * billing and the shipping address. Empty if no method applies to the destination, or if the store hides shipping costs
 * and the address is not complete. Pure.
 */
export function ratesForProduct(
  facts: ProductFacts,
  quantity: number,
  destination: Place,
  context: CommandContext,
): Cart['shipping']['packages'][number]['rates'] {
  const empty = emptyState(context.now);
  const { billing, shipping } = empty.customer;
  const line = {
    key: String(facts.id),
    productId: facts.parentId || facts.id,
    variationId: facts.parentId === 0 ? 0 : facts.id,
    quantity,
    attributes: {},
    itemData: {},
    ownPrice: null,
    seenPrice: facts.price,
    stockUnit: facts.stockUnit,
    name: facts.name,
  };
  const state = {
    ...empty,
    lines: [line],
    customer: { billing: { ...billing, ...destination }, shipping: { ...shipping, ...destination } },
  };
  const { packages, pricing } = calculate(state, { ...context, facts: new Map([[facts.id, facts]]) });
  return shippingView(packages, state, true, pricing).packages.flatMap(({ rates }) => rates);
}
