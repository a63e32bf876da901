import type { Cart } from '#contracts/cart.ts';
import type { Reckoned } from './calculator.ts';
import type { Basket, Store } from './description.ts';
import type { Taxes } from './taxes.ts';

/** Every figure of a cart by a name; those of the product and those of the calculator are to be the same. */
export type Figures = Readonly<Record<string, string>>;

/** Taxes in no order, without those that come to nothing. */
function taxList(amounts: Iterable<number | bigint>): string {
  const texts = [...amounts].map(String).filter((text) => text !== '0');
  return texts.sort().join(' ');
}

function taxOf(taxes: Taxes): bigint {
  return [...taxes.values()].reduce((all, one) => all + one, 0n);
}

/** What a tax comes to on goods and fees, and on shipping, by its rate. */
function taxesByRate({ taxes }: Reckoned, store: Store): Figures {
  if (store.shownWithTax) return {};
  const ids = [...taxes.goods.keys(), ...taxes.fees.keys(), ...taxes.shipping.keys()];
  const named = ids.map((id) => {
    const goods = (taxes.goods.get(id) ?? 0n) + (taxes.fees.get(id) ?? 0n);
    return [`tax of rate ${id}`, `${goods}, on shipping ${taxes.shipping.get(id) ?? 0n}`] as const;
  });
  return Object.fromEntries(named.filter(([, text]) => text !== '0, on shipping 0'));
}

/** What the calculator says. */
export function reckonedFigures(store: Store, basket: Basket, reckoned: Reckoned): Figures {
  const { lines, savings, shipping, fees, taxes, totals } = reckoned;
  const numbered = (kind: string, texts: readonly string[]) =>
    Object.fromEntries(texts.map((text, index) => [`${kind} ${index}`, text]));
  return {
    ...numbered(
      'line',
      lines.map((line) => `${line.subtotal} + ${line.subtotalTax}, ${line.total} + ${line.tax}`),
    ),
    ...Object.fromEntries([...savings].map(([code, saving]) => [`coupon ${code}`, String(saving)])),
    ...Object.fromEntries(
      shipping.rates.map((rate) => [
        `rate ${rate.key}`,
        `${rate.cost} + ${taxOf(rate.taxes)}${rate === shipping.chosen ? ', chosen' : ''}`,
      ]),
    ),
    'order of rates': shipping.rates.map(({ key }) => key).join(' '),
    ...numbered(
      'fee',
      fees.map((fee) => `${fee.net} + ${taxOf(fee.taxes)}`),
    ),
    ...taxesByRate(reckoned, store),
    ...Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, String(amount)])),
    contentsTaxes: taxList(taxes.goods.values()),
    feesTaxes: taxList(taxes.fees.values()),
    shippingTaxes: taxList(taxes.shipping.values()),
    needsPayment: String(totals.total > 0n),
    needsShipping: String(store.ships && basket.lines.some(({ virtual }) => !virtual)),
    itemCount: String(basket.lines.reduce((all, { quantity }) => all + quantity, 0)),
  };
}

/** What the product says. */
export function cartFigures(cart: Cart): Figures {
  const { lines, coupons, shipping, fees, taxes, totals } = cart;
  const { contentsTaxes, feesTaxes, shippingTaxes, ...columns } = totals;
  const numbered = (kind: string, texts: readonly string[]) =>
    Object.fromEntries(texts.map((text, index) => [`${kind} ${index}`, text]));
  const rates = shipping.packages.flatMap((one) => one.rates);
  return {
    ...numbered(
      'line',
      lines.map((line) => `${line.subtotal} + ${line.subtotalTax}, ${line.total} + ${line.tax}`),
    ),
    ...Object.fromEntries(coupons.map(({ code, saving }) => [`coupon ${code}`, String(saving)])),
    ...Object.fromEntries(
      rates.map(({ key, cost, tax, chosen }) => [
        `rate ${key}`,
        `${cost} + ${tax}${chosen ? ', chosen' : ''}`,
      ]),
    ),
    'order of rates': rates.map(({ key }) => key).join(' '),
    ...numbered(
      'fee',
      fees.map((fee) => `${fee.total} + ${fee.tax}`),
    ),
    ...Object.fromEntries(
      taxes
        .filter(({ amount, shippingAmount }) => amount !== 0 || shippingAmount !== 0)
        .map((tax) => [`tax of rate ${tax.rateId}`, `${tax.amount}, on shipping ${tax.shippingAmount}`]),
    ),
    ...Object.fromEntries(Object.entries(columns).map(([name, amount]) => [name, String(amount)])),
    contentsTaxes: taxList(contentsTaxes),
    feesTaxes: taxList(feesTaxes),
    shippingTaxes: taxList(shippingTaxes),
    needsPayment: String(cart.needsPayment),
    needsShipping: String(cart.needsShipping),
    itemCount: String(cart.itemCount),
  };
}

/** The figures that differ, those of the calculator first. */
export function differing(reckoned: Figures, cart: Figures): Record<string, [string, string]> {
  const names = [...new Set([...Object.keys(reckoned), ...Object.keys(cart)])];
  const both = names.map((name): [string, [string, string]] => [
    name,
    [reckoned[name] ?? 'nothing', cart[name] ?? 'nothing'],
  ]);
  return Object.fromEntries(both.filter(([, [one, other]]) => one !== other));
}
