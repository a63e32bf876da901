import type { Customer } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Grain } from '#platform/money/fine-amounts.ts';
import type { Minor } from '#platform/money/money.ts';
import { addTax, type Levy, type LevyOf, type Taxed, untaxed } from '#platform/tax/levy.ts';
import { hasPostcodes } from '../../customer/domain/postcode.ts';
import type { PricedLine } from '../../domain/totals/lines.ts';
import { amountTowardsLimit, placeOf } from '../../domain/totals/tax-list.ts';
import { isSafeAmount } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { type Quote, quotesFor } from './methods.ts';

/** Returns whether an address suffices for shipping costs: a country, and a postcode if the country has postcodes. */
export function isAddressKnown({ country, postcode }: Customer['shipping']): boolean {
  return country !== '' && (postcode !== '' || !hasPostcodes(country));
}

/**
 * Returns whether the store ships to a country. An empty list of shipping countries means the selling countries. An
 * empty list of selling countries means all countries.
 */
export function shipsTo(country: string, { sellingCountries, shippingCountries }: StoreSettings): boolean {
  const named = shippingCountries.length > 0 ? shippingCountries : sellingCountries;
  return named.length === 0 || named.includes(country);
}

const standard = 'standard';

/**
 * Returns the tax class of shipping (docs/money.md, Shipping). With the setting `inherit`, returns the class of
 * the goods; null if no goods make shipping taxable.
 */
function classOf(shipped: readonly ProductFacts[], shippingTaxClass: string): string | null {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass || standard;
  const taxed = shipped.filter(({ shippingTaxable }) => shippingTaxable);
  const classes = new Set(taxed.map(({ taxClass }) => taxClass || standard));
  if (classes.has(standard)) return standard;
  // Without goods of the standard class, the first class by name applies, because the shop lists classes by name.
  return [...classes].sort()[0] ?? null;
}

/**
 * Returns the tax rates on shipping of these goods, by the tax class of shipping. If this class has no rates on
 * shipping, the rates of the standard class apply in the calculation of WooCommerce 9.9, and none in that of 10.
 *
 * @param levyOf - returns the rates of a tax class that apply to shipping
 */
export function shippingLevy(
  shipped: readonly ProductFacts[],
  { calculation, tax }: Pick<StoreSettings, 'calculation' | 'tax'>,
  levyOf: LevyOf,
): Levy {
  const taxClass = classOf(shipped, tax.shippingTaxClass);
  if (taxClass === null) return untaxed;
  const levy = levyOf(taxClass);
  return levy.rates.length === 0 && calculation === 'woocommerce-9.9' ? levyOf(standard) : levy;
}

/** Id of the shipping method by which customers pick up their goods, which are then taxed at the store. */
export const localPickup = 'local_pickup';

/** A shipping rate with its tax. */
interface Rate extends Quote {
  readonly levy: Levy;
  readonly taxed: Taxed;
}

/** Goods that are shipped together, their rates, and the chosen rate. */
export interface Package {
  readonly index: number;
  readonly lines: readonly PricedLine[];
  readonly rates: readonly Rate[];
  readonly chosen: Rate;
}

/**
 * The lines and amounts of a cart from which its packages are calculated. `total` is a line's amount after discounts;
 * shipping uses only its net amount.
 */
interface ToShip {
  readonly lines: readonly (PricedLine & { readonly total: Taxed })[];
  readonly shownSubtotal: Minor;
  readonly shownAfterDiscounts: Minor;
  readonly isFreeByCoupon: boolean;
  readonly grain: Grain;
}

/** Returns the shipping rates of lines for a customer, with their taxes, in the shop's order. */
function ratesFor(
  { customer }: CartState,
  { lines, ...amounts }: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): Rate[] {
  const destination = placeOf(customer.shipping, settings);
  if (!shipsTo(destination.country, settings)) return [];
  const goods = lines.map(({ facts, line: { quantity }, total: { net } }) => ({
    facts,
    quantity,
    total: net,
  }));
  const products = goods.map(({ facts }) => facts);
  const levyOnTaxable = shippingLevy(products, settings, shippingLevyOf);
  return quotesFor({ ...amounts, goods, destination }, settings).flatMap((quote) => {
    const levy = quote.taxable ? levyOnTaxable : untaxed;
    // A rate whose cost with taxes is too high to calculate is not offered.
    if (!isSafeAmount(amountTowardsLimit(quote.cost / amounts.grain, levy))) return [];
    return [{ ...quote, levy, taxed: addTax(quote.cost, levy) }];
  });
}

/**
 * Returns whether a rate was chosen and the choice is still valid. A choice is valid while the package has the same
 * rates as when the customer chose (`offeredRates`). A choice of pickup is valid as long as the rate is offered. The
 * same is true for a choice that an old version stored without `offeredRates`.
 */
export function choiceHolds(
  { key, methodId }: Rate,
  rates: readonly Rate[],
  { chosenRates, offeredRates }: CartState,
) {
  if (key !== chosenRates['0']) return false;
  const offered = offeredRates['0'];
  if (offered === undefined || methodId === localPickup) return true;
  return offered.length === rates.length && rates.every((rate, index) => rate.key === offered[index]);
}

/**
 * Returns the rate that applies: the chosen rate while the choice is valid, else free shipping if a coupon
 * grants free shipping, else the first rate.
 */
function chosenOf(rates: readonly Rate[], state: CartState, isFreeByCoupon: boolean): Rate | undefined {
  return (
    rates.find((rate) => choiceHolds(rate, rates, state)) ??
    rates.find(({ methodId }) => isFreeByCoupon && methodId === 'free_shipping') ??
    rates[0]
  );
}

/**
 * Returns the packages of a cart: one package with all goods that are shipped
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). The list is empty if no goods of the cart are
 * shipped, if the store does not ship, if no method applies, or while the store hides shipping costs until
 * the address is known.
 *
 * @param shippingLevyOf - returns the rates of a tax class that apply to shipping
 */
export function packagesOf(
  state: CartState,
  toShip: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): readonly Package[] {
  const lines = toShip.lines.filter(({ facts }) => facts.shippingRequired);
  if (!settings.shippingEnabled || lines.length === 0) return [];
  if (settings.shippingHiddenUntilAddress && !isAddressKnown(state.customer.shipping)) return [];
  const rates = ratesFor(state, { ...toShip, lines }, settings, shippingLevyOf);
  const chosen = chosenOf(rates, state, toShip.isFreeByCoupon);
  return chosen ? [{ index: 0, lines, rates, chosen }] : [];
}
