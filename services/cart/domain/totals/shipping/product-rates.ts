import type { Cart } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { emptyState } from '../../state.ts';
import { shippingView } from '../../view/charges.ts';
import type { World } from '../../world.ts';
import { reckon } from '../reckoning.ts';
import type { Place } from '../tax/rates.ts';

/**
 * The ways to ship so many pieces of a product or a variation, and nothing else, to a place, with what they cost and the
 * tax on it: those of a cart with nothing else in it, whose customer is billed there, too. None where no way leads there,
 * and where the store hides costs until there is an address that is more exact. Pure.
 */
export function ratesForProduct(
  facts: ProductFacts,
  quantity: number,
  destination: Place,
  world: World,
): Cart['shipping']['packages'][number]['rates'] {
  const empty = emptyState(world.now);
  const { billing, shipping } = empty.customer;
  const line = {
    ...{ key: String(facts.id), productId: facts.parentId || facts.id, quantity, itemData: {} },
    ...{ variationId: facts.parentId === 0 ? 0 : facts.id, attributes: {}, ownPrice: null },
    ...{ seenPrice: facts.price, stockUnit: facts.stockUnit, name: facts.name },
  };
  const state = {
    ...empty,
    lines: [line],
    customer: { billing: { ...billing, ...destination }, shipping: { ...shipping, ...destination } },
  };
  const { packages } = reckon(state, { ...world, facts: new Map([[facts.id, facts]]) });
  return shippingView(packages, state, world.settings).packages.flatMap(({ rates }) => rates);
}
