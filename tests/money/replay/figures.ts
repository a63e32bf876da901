import type { Taken } from './filled-cart.ts';
import { type CoCartAnswer, entriesOf, type RecordedCart, type RecordedCase } from './recorded-cases.ts';

/** Figures of a cart by name: amounts as whole minor units, other values as texts. */
export type Figures = Readonly<Record<string, number | string>>;

/** A figure that differs. A value is null if its cart lacks the figure. */
export interface Difference {
  readonly figure: string;
  readonly recorded: number | string | null;
  readonly answered: number | string | null;
}

/** Rounds as WooCommerce does for display: to 15 digits, then to minor units, half away from zero. */
function toMinor(major: number | string, decimals: number): number {
  const scaled = Number((Number(major) * 10 ** decimals).toPrecision(15));
  return Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5) || 0;
}

/** Returns an amount as a number. `|| 0` turns -0, and a text that is no number, into 0. */
const minor = (text: number | string | undefined) => Number(text) || 0;

const optionOf = ({ store }: RecordedCase, name: string) => store.options[`woocommerce_${name}`];
const decimalsOf = (given: RecordedCase) => Number(optionOf(given, 'price_num_decimals'));

/**
 * Returns the figures of an answer of CoCart or of this service.
 *
 * Prices of items are left out if the shop shows tax in the cart differently from tax in lists of products.
 * CoCart shows these prices as in lists, and this service as in the cart (docs/differences.md).
 */
function figuresOf(answer: CoCartAnswer, given: RecordedCase): Record<string, number | string> {
  const figures: Record<string, number | string> = {};
  const decimals = decimalsOf(given);
  const hasOneDisplay = optionOf(given, 'tax_display_shop') === optionOf(given, 'tax_display_cart');
  for (const [name, value] of Object.entries(answer.totals)) figures[`totals.${name}`] = minor(value);
  for (const { id, price, totals } of answer.items) {
    const item = `items[${id}]`;
    if (hasOneDisplay) figures[`${item}.price`] = minor(price);
    figures[`${item}.subtotal`] = minor(totals.subtotal);
    // Rounds, because WooCommerce returns these amounts with many decimals.
    for (const name of ['subtotal_tax', 'total', 'tax'] as const) {
      figures[`${item}.${name}`] = toMinor(totals[name], decimals);
    }
  }
  for (const { coupon, saving } of answer.coupons) figures[`coupons[${coupon}].saving`] = minor(saving);
  for (const [code, { price }] of entriesOf(answer.taxes)) figures[`taxes[${code}]`] = minor(price);
  for (const [, { name, fee }] of entriesOf(answer.fees)) figures[`fees[${name}]`] = minor(fee);
  for (const [name, shipped] of entriesOf(answer.shipping?.packages)) {
    const rates = entriesOf(shipped.rates);
    if (rates.length === 0) continue;
    figures[`shipping[${name}].chosen`] = shipped.chosen_method;
    for (const [key, rate] of rates) figures[`shipping[${key}].cost`] = minor(rate.cost);
  }
  return figures;
}

function takenFigures({ cart: { coupons = [], fees = [] } }: RecordedCart, taken: Taken): Figures {
  const acceptance = (names: readonly string[], answers: readonly boolean[]) =>
    names.map((name, index) => [`${name}.accepted`, answers[index] ? 'yes' : 'no']);
  return Object.fromEntries([
    ...acceptance(
      coupons.map((code) => `coupons[${code}]`),
      taken.coupons,
    ),
    ...acceptance(
      fees.map(({ name }) => `fees[${name}]`),
      taken.fees,
    ),
  ]);
}

/**
 * Returns the recorded figures. Shipping taxes are from WooCommerce, because CoCart shows only one of these
 * taxes.
 */
export function recordedFigures(given: RecordedCase, recorded: RecordedCart): Figures {
  const decimals = decimalsOf(given);
  const roundsLate = optionOf(given, 'tax_round_at_subtotal') === 'yes';
  const taxes = entriesOf(recorded.woocommerce.rates).map(([key, rate]) => {
    const each = entriesOf(rate.taxes).map(([, tax]) => Number(tax));
    const tax = roundsLate
      ? toMinor(
          each.reduce((sum, one) => sum + one, 0),
          decimals,
        )
      : each.reduce((sum, one) => sum + toMinor(one, decimals), 0);
    return [`shipping[${key}].taxes`, tax];
  });
  const { cart, coupons_said: acceptance } = recorded;
  // All fees count as accepted, because WooCommerce accepts every fee.
  const taken = {
    coupons: (acceptance ?? []).map((one) => one === true),
    fees: (cart.fees ?? []).map(() => true),
  };
  return {
    ...figuresOf(recorded.cocart, given),
    ...Object.fromEntries(taxes),
    ...takenFigures(recorded, taken),
  };
}

/** Returns the figures of an answer of this service, with the same names as `recordedFigures`. */
export function answeredFigures(
  given: RecordedCase,
  recorded: RecordedCart,
  answer: CoCartAnswer,
  taken: Taken,
): Figures {
  const taxes = entriesOf(answer.shipping?.packages).flatMap(([, shipped]) =>
    entriesOf(shipped.rates).map(([key, rate]) => [`shipping[${key}].taxes`, minor(rate.taxes)]),
  );
  return {
    ...figuresOf(answer, given),
    ...Object.fromEntries(taxes),
    ...takenFigures(recorded, taken),
  };
}

/** Returns the differing figures. */
export function differencesOf(recorded: Figures, answered: Figures): Difference[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(answered)]);
  return [...names]
    .map((figure) => ({ figure, recorded: recorded[figure] ?? null, answered: answered[figure] ?? null }))
    .filter((one) => one.recorded !== one.answered);
}

/**
 * Returns whether the totals of CoCart and WooCommerce in a record contradict each other. This happens if the
 * requested shipping method did not exist: the totals of WooCommerce are then too old.
 */
export function contradictsItself(given: RecordedCase, { cart, woocommerce, cocart }: RecordedCart): boolean {
  if (!cart.chosen || entriesOf(woocommerce.rates).some(([key]) => key === cart.chosen)) return false;
  const decimals = decimalsOf(given);
  return Object.entries(cocart.totals).some(([name, value]) => {
    const own = woocommerce.totals[name];
    return own !== undefined && Math.abs(minor(value) - toMinor(own, decimals)) > 1;
  });
}
