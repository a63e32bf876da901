import { whyNot } from './coupon-conditions.ts';
import type { Basket, Coupon, Place, Store } from './description.ts';
import { discountsOf } from './discounts.ts';
import { type Cost, feesOf } from './fees.ts';
import { sum } from './fraction.ts';
import { goodsAt, lineAt, pricesOf, unitOf } from './goods.ts';
import { grainOf, type Rounding, roundingOf } from './grain.ts';
import { taxedIn } from './places.ts';
import { type Shipping, shippingOf } from './shipping.ts';
import { type Taxed, type Taxes, together, whole } from './taxes.ts';

/** Shipping methods with their costs. */
export interface ShownShipping {
  readonly rates: readonly {
    readonly key: string;
    readonly isPickup: boolean;
    readonly cost: bigint;
    readonly tax: bigint;
    readonly isChosen: boolean;
  }[];
}

/** The calculated amounts of a basket, in minor units. */
export interface Calculated {
  readonly lines: readonly {
    /** Price of one piece as the store shows it, with tax or without. */
    readonly unit: bigint;
    readonly subtotal: bigint;
    readonly subtotalTax: bigint;
    readonly total: bigint;
    readonly tax: bigint;
  }[];
  /** The saving of each valid coupon by code, with tax or without, as the store shows amounts. */
  readonly savings: ReadonlyMap<string, bigint>;
  /** Why a coupon is not valid, by code. */
  readonly refused: ReadonlyMap<string, string>;
  readonly shipping: ShownShipping;
  readonly fees: readonly { readonly net: bigint; readonly tax: bigint }[];
  /** Taxes by rate. `goodsAndFees` is the tax on goods and fees together, rounded once. */
  readonly taxes: Readonly<Record<'goods' | 'fees' | 'shipping' | 'goodsAndFees', Taxes>>;
  readonly totals: Totals;
}

/** The totals, except the lists of taxes in `taxes`. */
export interface Totals {
  readonly subtotal: bigint;
  readonly subtotalTax: bigint;
  readonly discount: bigint;
  readonly discountTax: bigint;
  readonly contents: bigint;
  readonly contentsTax: bigint;
  readonly fees: bigint;
  readonly feesTax: bigint;
  readonly shipping: bigint;
  readonly shippingTax: bigint;
  readonly total: bigint;
  readonly totalTax: bigint;
}

/** Returns an amount as the store shows it, with tax or without. */
export function shownAmount({ shownWithTax }: Store, net: bigint, tax: bigint): bigint {
  return shownWithTax ? net + tax : net;
}

/** Returns the valid coupons of the basket, and why each other coupon is not valid. */
function checkCoupons(
  store: Store,
  basket: Basket,
  subtotal: bigint,
): { good: Coupon[]; refused: Map<string, string> } {
  const refused = new Map<string, string>();
  const good: Coupon[] = [];
  if (!store.takesCoupons) return { good, refused };
  for (const code of basket.codes) {
    const coupon = store.coupons.find((one) => one.code === code);
    const why = coupon ? whyNot(store, basket, coupon, subtotal) : 'there is none';
    if (why !== null) refused.set(code, why);
    else if (coupon) good.push(coupon);
  }
  return { good, refused };
}

/** The discount of one coupon or of all coupons: the net amount and its tax. */
interface Discount {
  readonly net: bigint;
  readonly tax: bigint;
}

/** Returns the discount on the lines. The discount on a line is taxed like the line. */
function discountOf(store: Store, basket: Basket, place: Place, taken: readonly bigint[]): Discount {
  const lineDiscounts = basket.lines.map((line, index) => lineAt(store, line, taken[index] ?? 0n, place));
  return {
    net: sum(lineDiscounts.map(({ net }) => net)),
    tax: sum(lineDiscounts.map(({ taxes }) => whole(taxes))),
  };
}

/** Returns a saving as the store shows it. Net amount and tax are rounded separately, half down. */
function savingOf(store: Store, { net, tax }: Discount, { toMinorDown }: Rounding): bigint {
  return shownAmount(store, toMinorDown(net), toMinorDown(tax));
}

/** Returns the taxes, each rounded by `rule`. */
function roundedTaxes(taxes: Taxes, rule: (parts: bigint) => bigint): Taxes {
  return new Map([...taxes].map(([id, tax]) => [id, rule(tax)]));
}

function totalsOf(
  before: Taxed,
  after: Taxed,
  discount: Discount,
  shipping: Taxed,
  fees: Taxed,
  { toMinor, taxToMinor, grain }: Rounding,
): Totals {
  const [contentsTax, shippingTax, feesTax] = [after, shipping, fees].map(({ taxes }) => whole(taxes));
  const total = toMinor(
    after.net + shipping.net + fees.net + (contentsTax ?? 0n) + (shippingTax ?? 0n) + (feesTax ?? 0n),
  );
  return {
    subtotal: toMinor(before.net),
    subtotalTax: toMinor(whole(before.taxes)),
    discount: toMinor(discount.net),
    discountTax: toMinor(discount.tax),
    contents: toMinor(after.net),
    contentsTax: toMinor(contentsTax ?? 0n),
    fees: toMinor(fees.net),
    feesTax: toMinor(feesTax ?? 0n),
    shipping: toMinor(shipping.net),
    shippingTax: toMinor(shippingTax ?? 0n),
    total: total < 0n ? 0n : total,
    totalTax: taxToMinor((contentsTax ?? 0n) + toMinor((shippingTax ?? 0n) + (feesTax ?? 0n)) * grain),
  };
}

/**
 * Returns the net amounts of goods and shipping, with their tax classes. A negative fee is divided among these
 * amounts.
 */
function costsOf(store: Store, basket: Basket, lines: readonly Taxed[], shipped: bigint): Cost[] {
  const goods = basket.lines.map((line, index): Cost => {
    const taxClass = line.tax === 'taxable' ? line.taxClass || 'standard' : null;
    return { taxClass, net: lines[index]?.net ?? 0n };
  });
  const [first] = basket.lines;
  const inherited = first ? first.taxClass || 'standard' : null;
  const taxClass = store.shippingTaxClass === 'inherit' ? inherited : store.shippingTaxClass;
  return [...goods, { taxClass, net: shipped }];
}

/** The valid coupons, and for the code of each other coupon the reason why it is not valid. */
interface CheckedCoupons {
  readonly good: readonly Coupon[];
  readonly refused: ReadonlyMap<string, string>;
}

/** Returns the amounts of a basket with these coupons, taxed in a place. */
function calculateAt(
  store: Store,
  basket: Basket,
  { good, refused }: CheckedCoupons,
  place: Place,
): Calculated {
  const rounding = roundingOf(store, grainOf(basket));
  const { toMinor, amount, tax } = rounding;
  const prices = pricesOf(store, basket, place);
  const before = goodsAt(store, basket, prices, place);
  const { byCode, left } = discountsOf(store, basket, prices, good);
  const after = goodsAt(store, basket, left, place);
  const discounts = new Map(
    [...byCode].map(([code, taken]) => [code, discountOf(store, basket, place, taken)]),
  );
  const discount = {
    net: sum([...discounts.values()].map((one) => one.net)),
    tax: sum([...discounts.values()].map((one) => one.tax)),
  };
  const shipping = shippingOf(store, basket, place, {
    coupons: good,
    lineTotals: after.lines.map(({ net }) => net),
    subtotal: shownAmount(store, before.all.net, whole(before.all.taxes)),
    discount: shownAmount(store, discount.net, discount.tax),
  });
  const cost = shipping.chosen?.cost ?? 0n;
  const shipped: Taxed = { net: cost, taxes: roundedTaxes(shipping.chosen?.taxes ?? new Map(), amount) };
  const costs = costsOf(store, basket, after.lines, cost);
  const fees = feesOf(store, basket, place, after.all.net + cost, costs);
  const countedFees: Taxed = {
    net: sum(fees.map(({ net }) => net)),
    taxes: together(fees.map(({ taxes }) => roundedTaxes(taxes, tax))),
  };
  return {
    lines: basket.lines.map((line, index) => {
      const [full, reduced] = [before.lines[index], after.lines[index]];
      if (!full || !reduced) throw new RangeError(`no line ${index}`);
      return {
        unit: unitOf(store, line, place),
        subtotal: toMinor(full.net),
        subtotalTax: toMinor(whole(roundedTaxes(full.taxes, tax))),
        total: toMinor(reduced.net),
        tax: toMinor(whole(roundedTaxes(reduced.taxes, tax))),
      };
    }),
    savings: new Map([...discounts].map(([code, one]) => [code, savingOf(store, one, rounding)])),
    refused,
    shipping: shownShipping(shipping, rounding),
    fees: fees.map(({ net, taxes }) => ({
      net: toMinor(net),
      tax: toMinor(whole(roundedTaxes(taxes, tax))),
    })),
    taxes: {
      goods: roundedTaxes(after.all.taxes, toMinor),
      fees: roundedTaxes(countedFees.taxes, toMinor),
      shipping: roundedTaxes(shipped.taxes, toMinor),
      goodsAndFees: roundedTaxes(
        together([after.all.taxes, ...fees.map(({ taxes }) => taxes)]),
        store.pricesWithTax ? rounding.toMinorDown : toMinor,
      ),
    },
    totals: totalsOf(before.all, after.all, discount, shipped, countedFees, rounding),
  };
}

/** Returns shipping methods with costs in minor units. */
function shownShipping({ rates, chosen }: Shipping, { amount, toMinor }: Rounding): ShownShipping {
  const all = rates.map((rate) => ({
    key: rate.key,
    isPickup: rate.isPickup,
    cost: toMinor(rate.cost),
    tax: toMinor(whole(roundedTaxes(rate.taxes, amount))),
    isChosen: rate === chosen,
  }));
  return { rates: all };
}

/** Returns the place in which a basket with these coupons is taxed. Local pickup is taxed at the store. */
function placeWith(store: Store, basket: Basket, coupons: CheckedCoupons): Place {
  const away = taxedIn(store, basket);
  const { rates } = calculateAt(store, basket, coupons, away).shipping;
  return rates.some((rate) => rate.isChosen && rate.isPickup) ? taxedIn(store, basket, true) : away;
}

/** Returns the subtotal as the store shows it, for coupon conditions. */
function subtotalAt(store: Store, basket: Basket, place: Place): bigint {
  const { net, taxes } = goodsAt(store, basket, pricesOf(store, basket, place), place).all;
  return roundingOf(store, grainOf(basket)).toMinor(shownAmount(store, net, whole(taxes)));
}

/** Calculates a basket in the order of docs/money.md, from lines to total. A local pickup is taxed at the store. */
export function calculate(store: Store, basket: Basket): Calculated {
  const known = basket.codes.flatMap((code) => store.coupons.find((one) => one.code === code) ?? []);
  const all = { good: store.takesCoupons ? known : [], refused: new Map() };
  const one = checkCoupons(store, basket, subtotalAt(store, basket, placeWith(store, basket, all)));
  return calculateAt(store, basket, one, placeWith(store, basket, one));
}
