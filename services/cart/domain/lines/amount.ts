import { leviesIn } from '#platform/tax/levies.ts';
import { untaxed } from '#platform/tax/levy.ts';
import type { CartState, Line } from '../state.ts';
import { counted } from '../totals/tax/burden.ts';
import { taxPlace } from '../totals/tax/place.ts';
import { factsIdOf, type World } from '../world.ts';

/** What parts of a cart count for what it may come to, in minor units: see `size`. */
interface Sizes {
  readonly ofLine: (line: Line) => number;
  readonly ofFees: () => number;
  /** Of something without tax, or of a product's. */
  readonly ofPrice: (price: number, product: { taxable: boolean; taxClass: string }) => number;
}

/**
 * Sizes of a cart's parts before tax; those whose taxes are above 1000 % count for more. Fees that take off count as if
 * they added. Beyond the safe integers a size is about right.
 */
export function sizesIn({ customer, fees }: CartState, { facts, settings }: World): Sizes {
  const levyOf = leviesIn(taxPlace(customer, settings), settings.tax);
  const ofPrice: Sizes['ofPrice'] = (price, { taxable, taxClass }) =>
    counted(price, taxable ? levyOf(taxClass) : untaxed);
  return {
    ofPrice,
    ofLine: (line) => {
      const known = facts.get(factsIdOf(line));
      const price = (line.ownPrice ?? known?.price ?? 0) * line.quantity;
      return known ? ofPrice(price, known) : price;
    },
    ofFees: () => fees.reduce((all, fee) => all + ofPrice(fee.amount, fee), 0),
  };
}

/** What all lines and fees of a cart come to before tax, as `sizesIn` counts. */
export function sizeOf(state: CartState, world: World): number {
  const sizes = sizesIn(state, world);
  return state.lines.reduce((all, line) => all + sizes.ofLine(line), sizes.ofFees());
}
