import type { Cart } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { minor } from '#platform/money/money.ts';
import type { ShowPrice } from '#platform/tax/levy.ts';
import { type CommandContext, type FactsById, factsIdOf } from '../../model/command.ts';
import { isSafeAmount } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { countedAmountsIn } from '../totals/counted-amount.ts';

/**
 * Maximum number of shown cross-sells (docs/reference/cart.md#cross-sells), and of the candidates from which the shown
 * cross-sells are taken.
 */
const most = { shown: 3, candidates: 12 };

function offeredIds({ lines }: CartState, facts: FactsById): number[] {
  const offered = new Set<number>();
  for (const line of lines) {
    for (const id of facts.get(factsIdOf(line))?.crossSellIds ?? []) offered.add(id);
  }
  if (offered.size === 0) return [];
  for (const { productId, variationId } of lines) {
    offered.delete(productId);
    offered.delete(variationId);
  }
  return [...offered];
}

/**
 * Returns the ids of candidates for cross-sells in order of preference. The order is pseudo-random, but the same for
 * the same products in the cart, so that the offers of a cart do not change with each read.
 */
export function crossSellIds(state: CartState, facts: FactsById): readonly number[] {
  const ids = offeredIds(state, facts);
  if (ids.length < 2) return ids;
  const seed = state.lines.reduce((sum, line) => sum + factsIdOf(line), 0);
  // Fibonacci hashing gives very different ranks to neighbouring ids.
  const rank = (id: number) => Math.imul(id + seed, 0x9e3779b1) >>> 0;
  return ids.sort((one, other) => rank(one) - rank(other) || one - other).slice(0, most.candidates);
}

function isAvailable(facts: ProductFacts | null | undefined): facts is ProductFacts {
  return facts?.status === 'publish' && facts.purchasable && facts.stock.status !== 'outofstock';
}

/**
 * Returns up to three cross-sells of a cart. Products that are in the cart or are not available are omitted
 * (docs/reference/cart.md#cross-sells).
 */
export function crossSells(
  state: CartState,
  context: CommandContext,
  showPrice: ShowPrice,
): Cart['crossSells'] {
  const { facts } = context;
  const { ofPrice } = countedAmountsIn(state, context);
  const canBeShown = (one: ProductFacts) =>
    [one.price, one.regular, one.sale].every((price) => isSafeAmount(ofPrice(price ?? 0, one)));
  return crossSellIds(state, facts)
    .map((id) => facts.get(id))
    .filter(isAvailable)
    .filter(canBeShown)
    .slice(0, most.shown)
    .map((one) => {
      const shown = (of: 'price' | 'regular' | 'sale') => {
        const price = one[of];
        return price === null ? null : showPrice(minor(price), one, one.exact?.[of]);
      };
      return {
        id: one.id,
        name: one.name,
        slug: one.slug,
        type: one.type,
        price: shown('price'),
        regular: shown('regular'),
        sale: shown('sale'),
        onSale: one.onSale,
        image: one.thumbnail,
      };
    });
}
