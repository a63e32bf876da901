import { whyNot } from './coupon-conditions.ts';
import type { Basket, Coupon, Store } from './description.ts';
import { discountsOf } from './discounts.ts';
import { feesOf } from './fees.ts';
import { sum } from './fraction.ts';
import { type Goods, goodsAt, pricesOf } from './goods.ts';
import { type Shipping, shippingOf } from './shipping.ts';
import { type Taxed, type Taxes, together, whole } from './taxes.ts';

/** What a basket comes to, all in minor units. */
export interface Reckoned {
  readonly lines: readonly {
    /** One piece, as the store shows it. */
    readonly unit: bigint;
    readonly subtotal: bigint;
    readonly subtotalTax: bigint;
    readonly total: bigint;
    readonly tax: bigint;
  }[];
  /** What each good coupon saves, as the store shows amounts. */
  readonly savings: ReadonlyMap<string, bigint>;
  /** Why a coupon is not good, by its code. */
  readonly refused: ReadonlyMap<string, string>;
  readonly shipping: Shipping;
  readonly fees: readonly Taxed[];
  /** Taxes by rate: on goods and fees, and on shipping. */
  readonly taxes: { readonly goods: Taxes; readonly fees: Taxes; readonly shipping: Taxes };
  readonly totals: Totals;
}

/** The totals but for the lists of taxes, which are in `taxes`. */
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

/** An amount as the store shows it, with tax or without. */
export function shownAmount({ shownWithTax }: Store, amount: Taxed): bigint {
  return shownWithTax ? amount.net + whole(amount.taxes) : amount.net;
}

/** The basket's coupons that are good, and why the others are not. */
function judged(
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

/** One piece of each line as the store shows it, taxed and rounded by itself. */
function unitsOf(store: Store, basket: Basket): bigint[] {
  const lines = basket.lines.map((line) => ({ ...line, quantity: 1 }));
  const single = { ...basket, lines };
  return goodsAt(store, single, pricesOf(store, single)).lines.map((line) => shownAmount(store, line));
}

/** What a coupon saves: what it takes off each line, each taxed by itself as the line is. */
function savingOf(store: Store, basket: Basket, taken: readonly bigint[]): bigint {
  return sum(goodsAt(store, basket, taken).lines.map((line) => shownAmount(store, line)));
}

function totalsOf(before: Goods, after: Goods, shipping: Taxed, fees: Taxed): Totals {
  const contents = after.all.net;
  const contentsTax = whole(after.all.taxes);
  const subtotalTax = whole(before.all.taxes);
  const totalTax = contentsTax + whole(shipping.taxes) + whole(fees.taxes);
  const total = contents + shipping.net + fees.net + totalTax;
  return {
    subtotal: before.all.net,
    subtotalTax,
    discount: before.all.net - contents,
    discountTax: subtotalTax - contentsTax,
    contents,
    contentsTax,
    fees: fees.net,
    feesTax: whole(fees.taxes),
    shipping: shipping.net,
    shippingTax: whole(shipping.taxes),
    total: total < 0n ? 0n : total,
    totalTax,
  };
}

/** docs/money.md from lines to total, in its order. */
export function reckon(store: Store, basket: Basket): Reckoned {
  const prices = pricesOf(store, basket);
  const before = goodsAt(store, basket, prices);
  const { good, refused } = judged(store, basket, shownAmount(store, before.all));
  const { byCode, left } = discountsOf(basket, prices, good);
  const after = goodsAt(store, basket, left);
  const shipping = shippingOf(store, basket, {
    coupons: good,
    lineTotals: after.lines.map(({ net }) => net),
    subtotal: shownAmount(store, before.all),
    discount: shownAmount(store, before.all) - shownAmount(store, after.all),
  });
  const shipped: Taxed = { net: shipping.chosen?.cost ?? 0n, taxes: shipping.chosen?.taxes ?? new Map() };
  const borne: Taxed = {
    net: after.all.net + shipped.net,
    taxes: together([after.all.taxes, shipped.taxes]),
  };
  const fees = feesOf(store, basket, borne);
  const allFees: Taxed = {
    net: sum(fees.map(({ net }) => net)),
    taxes: together(fees.map(({ taxes }) => taxes)),
  };
  return {
    lines: unitsOf(store, basket).map((unit, index) => {
      const [full, reduced] = [before.lines[index], after.lines[index]];
      if (!full || !reduced) throw new RangeError(`no line ${index}`);
      return {
        unit,
        subtotal: full.net,
        subtotalTax: whole(full.taxes),
        total: reduced.net,
        tax: whole(reduced.taxes),
      };
    }),
    savings: new Map([...byCode].map(([code, taken]) => [code, savingOf(store, basket, taken)])),
    refused,
    shipping,
    fees,
    taxes: { goods: after.all.taxes, fees: allFees.taxes, shipping: shipped.taxes },
    totals: totalsOf(before, after, shipped, allFees),
  };
}
