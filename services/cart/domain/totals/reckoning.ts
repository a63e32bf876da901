import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Minor, minor, sum } from '#platform/money/money.ts';
import type { CartState } from '../state.ts';
import type { World } from '../world.ts';
import { discountsOf } from './coupons/discounts.ts';
import { type ReckonedFee, reckonedFees } from './fees.ts';
import { type PricedLine, type Pricing, pricedLines, pricing, shownSubtotal } from './lines.ts';
import { type Package, packagesOf } from './shipping/packages.ts';
import { type Levy, leviesIn, type Taxed } from './tax/levy.ts';
import { taxPlace } from './tax/place.ts';
import { rateCode } from './tax/rates.ts';

/** A line with what it comes to after all discounts. */
export interface ReckonedLine extends PricedLine {
  /** The price less the discounts. */
  readonly left: Minor;
  readonly total: Taxed;
}

/** A coupon with what it saves, as the store shows amounts in the cart. */
export interface Saving {
  readonly coupon: Coupon;
  readonly amount: Minor;
}

/** Everything that a cart comes to. Amounts in minor units. */
export interface Reckoning {
  readonly pricing: Pricing;
  readonly lines: readonly ReckonedLine[];
  readonly savings: readonly Saving[];
  readonly packages: readonly Package[];
  readonly fees: readonly ReckonedFee[];
  readonly taxes: Cart['taxes'];
  readonly totals: CartTotals;
}

/** Net and tax of some part of a cart: goods, shipping or fees. */
interface Part {
  readonly net: Minor;
  readonly tax: Minor;
  /** By the id of the rate. */
  readonly taxes: ReadonlyMap<number, Minor>;
}

/** Sums taxed amounts, which have each been rounded. */
function partOf(all: readonly { readonly taxed: Taxed; readonly levy: Levy }[]): Part {
  const taxes = new Map<number, Minor>();
  let net = 0;
  let tax = 0;
  for (const { taxed, levy } of all) {
    net += taxed.net;
    tax += taxed.tax;
    for (const [index, amount] of taxed.taxes.entries()) {
      const { id } = levy.rates[index] as TaxRate;
      taxes.set(id, minor((taxes.get(id) ?? 0) + amount));
    }
  }
  return { net: minor(net), tax: minor(tax), taxes };
}

/**
 * What goods come to in all. Where the store rounds at the subtotal, all that bears the same taxes is taxed as one
 * amount instead of line by line (contract 4.7).
 */
function goodsPart(
  lines: readonly ReckonedLine[],
  { tax }: StoreSettings,
  { taxed }: Pricing,
  amounts: (line: ReckonedLine) => readonly [entered: Minor, parted: Taxed],
): Part {
  if (!tax.roundAtSubtotal) {
    return partOf(lines.map((line) => ({ taxed: amounts(line)[1], levy: line.levy })));
  }
  const byLevy = Map.groupBy(lines, ({ levy }) => levy);
  return partOf(
    [...byLevy].map(([levy, some]) => {
      const all = sum(some.map((line) => amounts(line)[0]));
      return { taxed: taxed(all, levy), levy };
    }),
  );
}

/** What coupons take off the lines, and what each of them saves. */
function discounted(
  priced: readonly PricedLine[],
  coupons: readonly Coupon[],
  { tax }: StoreSettings,
  { taxed }: Pricing,
): { lines: ReckonedLine[]; savings: Saving[] } {
  const goods = priced.map(({ facts, line, price }) => ({ facts, quantity: line.quantity, price }));
  const byCoupon = discountsOf(goods, coupons);
  const all = [...byCoupon.values()];
  const lines = priced.map((line, index): ReckonedLine => {
    const left = minor(line.price - sum(all.map((discounts) => discounts[index] as Minor)));
    return { ...line, left, total: left === line.price ? line.subtotal : taxed(left, line.levy) };
  });
  const isShownAsEntered = (tax.shownInCart === 'incl') === tax.pricesIncludeTax;
  const shown = (amount: Minor, levy: Levy): number => {
    if (isShownAsEntered || amount === 0) return amount;
    const parted = taxed(amount, levy);
    return tax.pricesIncludeTax ? parted.net : parted.net + parted.tax;
  };
  const savings = coupons.map((coupon) => {
    const discounts = byCoupon.get(coupon.code) ?? [];
    const saved = priced.reduce(
      (sofar, { levy }, index) => sofar + shown(discounts[index] as Minor, levy),
      0,
    );
    return { coupon, amount: minor(saved) };
  });
  return { lines, savings };
}

function taxList(rates: readonly TaxRate[], goods: Part, shipping: Part, fees: Part): Cart['taxes'] {
  return rates.flatMap((rate) => {
    const { id, name, compound } = rate;
    const amount = (goods.taxes.get(id) ?? 0) + (fees.taxes.get(id) ?? 0);
    const shippingAmount = shipping.taxes.get(id) ?? 0;
    if (amount === 0 && shippingAmount === 0) return [];
    return [{ rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount }];
  });
}

/** Rates in the order in which answers have them, each once. */
function ratesOf(levies: readonly Levy[]): TaxRate[] {
  const byId = new Map(levies.flatMap(({ rates }) => rates).map((rate) => [rate.id, rate]));
  return [...byId.values()].sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id);
}

/** The coupons of a cart that there are, in the order in which they were applied. */
function couponsOf(state: CartState, { coupons, settings }: World): Coupon[] {
  if (!settings.couponsEnabled) return [];
  return state.coupons.flatMap((code) => coupons.get(code) ?? []);
}

/**
 * What a cart comes to, in the order of contract 4.7: items, coupons, their taxes, shipping, fees, total. The parts sum
 * to the whole, and nothing is below zero but what a fee takes off. Pure.
 *
 * @throws RangeError beyond the safe integers
 */
export function reckon(state: CartState, world: World): Reckoning {
  const { settings } = world;
  const prices = pricing(settings, state.customer);
  const priced = pricedLines(state.lines, world.facts, prices);
  const coupons = couponsOf(state, world);
  const { lines, savings } = discounted(priced, coupons, settings, prices);
  const before = goodsPart(lines, settings, prices, ({ price, subtotal }) => [price, subtotal]);
  const after =
    coupons.length === 0 ? before : goodsPart(lines, settings, prices, ({ left, total }) => [left, total]);
  const shippingLevyOf = leviesIn(taxPlace(state.customer, settings), settings.tax, true);
  const toShip = {
    lines,
    shownSubtotal: shownSubtotal(lines, settings),
    shownAfterDiscounts: settings.tax.shownInCart === 'incl' ? minor(after.net + after.tax) : after.net,
    isFreeByCoupon: coupons.some(({ freeShipping }) => freeShipping),
  };
  const packages = packagesOf(state, toShip, settings, shippingLevyOf);
  const shipping = partOf(packages.map(({ chosen }) => chosen));
  const taxes = new Map(after.taxes);
  for (const [id, amount] of shipping.taxes) taxes.set(id, minor((taxes.get(id) ?? 0) + amount));
  const fees = reckonedFees(state.fees, prices.levyOf, prices.half, {
    net: minor(after.net + shipping.net),
    taxes,
  });
  const feesPart = partOf(fees);
  const listed = taxList(
    ratesOf([
      ...lines.map(({ levy }) => levy),
      ...packages.map(({ chosen }) => chosen.levy),
      ...fees.map(({ levy }) => levy),
    ]),
    after,
    shipping,
    feesPart,
  );
  const listedIds = listed.map(({ rateId }) => rateId);
  const inOrder = (part: Part) => listedIds.map((id) => part.taxes.get(id) ?? 0);
  const totals: CartTotals = {
    subtotal: before.net,
    subtotalTax: before.tax,
    discount: minor(before.net - after.net),
    discountTax: minor(before.tax - after.tax),
    contents: after.net,
    contentsTax: after.tax,
    contentsTaxes: inOrder(after),
    fees: feesPart.net,
    feesTax: feesPart.tax,
    feesTaxes: inOrder(feesPart),
    shipping: shipping.net,
    shippingTax: shipping.tax,
    shippingTaxes: inOrder(shipping),
    total: Math.max(0, sum([after.net, after.tax, shipping.net, shipping.tax, feesPart.net, feesPart.tax])),
    totalTax: sum([after.tax, shipping.tax, feesPart.tax]),
  };
  return { pricing: prices, lines, savings, packages, fees, taxes: listed, totals };
}
