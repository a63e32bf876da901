import type { Cart, Customer } from '#contracts/cart.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Fine, fine, type Grain, inUnits, noFine } from '#platform/money/fine-amounts.ts';
import { halfOf, type Levy } from '#platform/tax/levy.ts';
import { basePlace, defaultPlace, type Place } from '#platform/tax/place.ts';
import { rateCode } from '#platform/tax/rates.ts';
import type { PartTotals } from './part-totals.ts';

/**
 * Returns the country, state, postcode and city of an address, on which tax and shipping depend. An address without a
 * country gets the default country of the store.
 */
export function placeOf(address: Customer['shipping'], settings: StoreSettings): Place {
  const { country, state, postcode, city } = address;
  if (country !== '') return { country, state, postcode, city };
  const usual = defaultPlace(settings);
  return { ...usual, state: state || usual.state, postcode, city };
}

/**
 * Returns the place whose tax rates apply to a cart that is shipped. A cart that the customer picks up is taxed at the
 * store instead (`calculation.ts`).
 */
export function taxPlace(customer: Customer, settings: StoreSettings): Place {
  const { basedOn } = settings.tax;
  return basedOn === 'base' ? basePlace(settings) : placeOf(customer[basedOn], settings);
}

/**
 * The gross amount divided by the net amount at a tax of 1000 %. Up to this ratio, the totals of a cart within its
 * limits are exact (`limits.ts`).
 */
const exactTimes = 11;

const factors = new WeakMap<Levy, number>();

function factorOf({ whole, withTax }: Levy): number {
  const times = Number((BigInt(withTax) + BigInt(whole) - 1n) / BigInt(whole));
  return Math.max(1, times / exactTimes);
}

/**
 * Returns how many times an amount counts towards the limit of the cart's amount (`limits.ts`): once up to a
 * tax of 1000 %, twice for 2100 %. Infinite if the taxes are too high for a number.
 */
function limitFactor(levy: Levy): number {
  const factor = factors.get(levy) ?? factorOf(levy);
  factors.set(levy, factor);
  return factor;
}

/**
 * Returns how much an amount counts towards the limit of the cart's amount, in minor units. An amount of 0 counts as 0,
 * even if the factor is infinite.
 */
export function amountTowardsLimit(amount: number, levy: Levy): number {
  return amount === 0 ? 0 : Math.abs(amount) * limitFactor(levy);
}

/** Returns each tax rate of the levies once, sorted by priority, then order, then id. */
function ratesOf(levies: Iterable<Levy>): TaxRate[] {
  const byId = new Map<number, TaxRate>();
  for (const { rates } of new Set(levies)) {
    for (const rate of rates) byId.set(rate.id, rate);
  }
  return [...byId.values()].sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id);
}

/**
 * The sums of goods, shipping and fees, rounded by the store's rules. `exactFees` is the sum of the fees before
 * rounding.
 */
interface TaxInput {
  readonly goods: PartTotals;
  readonly shipping: PartTotals;
  readonly fees: PartTotals;
  readonly exactFees: PartTotals;
}

/**
 * Returns the taxes of a cart by tax rate. For each rate, the taxes of goods and fees are rounded together. A rate is
 * left out if its taxes on goods, on shipping and on fees are each 0. If a negative fee cancels the tax on goods, the
 * rate stays with the amount 0.
 */
export function taxList(
  levies: Iterable<Levy>,
  { goods, shipping, fees, exactFees }: TaxInput,
  tax: StoreSettings['tax'],
  grain: Grain,
): Cart['taxes'] {
  return ratesOf(levies).flatMap((rate) => {
    const { id, name, compound } = rate;
    const of = ({ taxes }: PartTotals): Fine => taxes.get(id) ?? noFine;
    const isBorne = [goods, shipping, fees, exactFees].some(
      (part) => inUnits(of(part), grain, 'awayFromZero') !== 0,
    );
    if (!isBorne) return [];
    const amount = inUnits(fine(of(goods) + of(exactFees)), grain, halfOf(tax));
    const shippingAmount = inUnits(of(shipping), grain, 'awayFromZero');
    return [{ rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount }];
  });
}
