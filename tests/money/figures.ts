import type { Cart } from '#contracts/cart.ts';
import type { Calculated } from './calculator.ts';
import type { Basket, Store } from './description.ts';
import type { Taxes } from './taxes.ts';

/** Figures by name, such as `lines.0.total`. The cart service and the calculator must have the same figures. */
export type Figures = ReadonlyMap<string, string>;

type Nested = string | number | bigint | boolean | readonly Nested[] | { readonly [name: string]: Nested };

function flat(value: Nested, name: string): [string, string][] {
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, inner]) => flat(inner, name ? `${name}.${member}` : member));
}

function figures(value: Nested): Figures {
  return new Map(flat(value, ''));
}

/** Returns tax amounts by the id of the rate, without zeros. */
function taxList(amounts: Iterable<readonly [id: number, amount: number | bigint]>): Nested {
  const texts = [...amounts].map(([id, amount]) => [id, String(amount)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== '0'));
}

/** Returns taxes by rate, without zeros. */
function taxesByRate(
  taxes: Iterable<{ id: number; amount: number | bigint; onShipping: number | bigint }>,
): Nested {
  const texts = [...taxes].map(({ id, amount, onShipping }) => [id, `${amount}, on shipping ${onShipping}`]);
  return Object.fromEntries(texts.filter(([, text]) => text !== '0, on shipping 0'));
}

/** Returns the taxes that a cart lists; empty if the store shows amounts with tax. */
function listed({ goodsAndFees, shipping }: Calculated['taxes'], store: Store): Nested {
  if (store.shownWithTax) return {};
  const ids = [goodsAndFees, shipping].flatMap((taxes) => [...taxes.keys()]);
  const of = (taxes: Taxes, id: number) => taxes.get(id) ?? 0n;
  return taxesByRate(ids.map((id) => ({ id, amount: of(goodsAndFees, id), onShipping: of(shipping, id) })));
}

/** Returns the calculator's figures. */
export function calculatedFigures(store: Store, basket: Basket, calculated: Calculated): Figures {
  const { lines, savings, shipping, fees, taxes, totals } = calculated;
  return figures({
    lines: lines.map((line) => ({ ...line })),
    coupons: Object.fromEntries(savings),
    rates: shipping.rates.map((rate) => ({
      key: rate.key,
      cost: rate.cost,
      tax: rate.tax,
      chosen: rate.isChosen,
    })),
    fees: fees.map(({ net, tax }) => ({ total: net, tax })),
    taxes: listed(taxes, store),
    totals: {
      ...totals,
      contentsTaxes: taxList(taxes.goods),
      feesTaxes: taxList(taxes.fees),
      shippingTaxes: taxList(taxes.shipping),
    },
    needsPayment: totals.total > 0n,
    needsShipping: store.ships && basket.lines.some(({ virtual }) => !virtual),
    itemCount: basket.lines.reduce((all, { quantity }) => all + quantity, 0),
  });
}

/** Returns the cart service's figures. */
export function cartFigures({ lines, coupons, shipping, fees, taxes, totals, ...rest }: Cart): Figures {
  const rates = shipping.packages.flatMap((one) => one.rates);
  const { taxRates, ...amounts } = totals;
  const byRate = (list: readonly number[]) => taxList(taxRates.map((id, at) => [id, list[at] ?? 0]));
  return figures({
    lines: lines.map(({ unitPrice, subtotal, subtotalTax, total, tax }) => ({
      unit: unitPrice,
      subtotal,
      subtotalTax,
      total,
      tax,
    })),
    coupons: Object.fromEntries(coupons.map(({ code, saving }) => [code, saving])),
    rates: rates.map(({ key, cost, tax, chosen }) => ({ key, cost, tax, chosen })),
    fees: fees.map(({ total, tax }) => ({ total, tax })),
    taxes: taxesByRate(
      taxes.map(({ rateId, amount, shippingAmount }) => ({ id: rateId, amount, onShipping: shippingAmount })),
    ),
    totals: {
      ...amounts,
      contentsTaxes: byRate(totals.contentsTaxes),
      feesTaxes: byRate(totals.feesTaxes),
      shippingTaxes: byRate(totals.shippingTaxes),
    },
    needsPayment: rest.needsPayment,
    needsShipping: rest.needsShipping,
    itemCount: rest.itemCount,
  });
}

/** Returns a line of text for each differing figure. */
export function differences(calculated: Figures, cart: Figures): string[] {
  const names = new Set([...calculated.keys(), ...cart.keys()]);
  return [...names]
    .filter((name) => calculated.get(name) !== cart.get(name))
    .map(
      (name) => `${name}: calculated ${calculated.get(name) ?? '-'}, the cart has ${cart.get(name) ?? '-'}`,
    );
}
