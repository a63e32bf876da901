import type { Basket, Fee, Place, Store } from './description.ts';
import { fraction, halfUp, sum } from './fraction.ts';
import { grainOf } from './grain.ts';
import { chargedIn } from './places.ts';
import { type Taxed, taxesOn, together } from './taxes.ts';

/** The net amount of goods, shipping or a fee, and its tax class; null if the amount is not taxed. */
export interface Cost {
  readonly taxClass: string | null;
  readonly net: bigint;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

const classOf = (taxClass: string) => taxClass || 'standard';

/**
 * Returns a negative fee with its negative tax. The fee is divided among the tax classes, in proportion to
 * their costs.
 */
function negativeFee(store: Store, place: Place, net: bigint, costs: readonly Cost[]): Taxed {
  const all = sum(costs.map((cost) => cost.net));
  const classes = new Set(costs.flatMap(({ taxClass }) => (taxClass === null ? [] : [taxClass])));
  const taxes = [...classes].map((taxClass) => {
    const own = sum(costs.filter((cost) => cost.taxClass === taxClass).map((cost) => cost.net));
    if (own === 0n) return new Map<number, bigint>();
    const part = halfUp(fraction(net * own, all));
    return taxesOn(part, chargedIn(store, place, taxClass));
  });
  return { net, taxes: together(taxes) };
}

/**
 * Returns the fees as docs/money.md describes them. The largest fee is calculated first; of equal fees, the later
 * fee. `costs` are goods and shipping; `borne` is their sum.
 */
export function feesOf(
  store: Store,
  basket: Basket,
  place: Place,
  borne: bigint,
  costs: readonly Cost[],
): Taxed[] {
  const grain = grainOf(basket);
  const known = [...costs];
  const calculated = new Map<Fee, Taxed>();
  let left = borne;
  const largestFirst = [...basket.fees].reverse().sort((one, other) => other.amount - one.amount);
  for (const fee of largestFirst) {
    const requested = BigInt(fee.amount) * grain;
    const most = halfUp(fraction(left, grain)) * grain;
    const net = requested < 0n ? larger(requested, -most) : requested;
    left += net;
    if (requested < 0n) {
      calculated.set(fee, negativeFee(store, place, net, known));
      continue;
    }
    const taxClass = fee.taxable ? classOf(fee.taxClass) : null;
    known.push({ taxClass, net });
    const rates = taxClass === null ? [] : chargedIn(store, place, taxClass);
    calculated.set(fee, { net, taxes: taxesOn(net, rates) });
  }
  return basket.fees.map((fee) => calculated.get(fee) ?? { net: 0n, taxes: new Map() });
}
