import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyCart, reckonedAny } from './any-cart.fixture.ts';

const countries = ['GB', 'DE', 'US'] as const;
const classes = ['', 'reduced', 'none'] as const;

/** Small amounts round in more ways, large ones leave plain numbers. */
const amount = fc.oneof(fc.nat(60), fc.nat(20_000), fc.nat(99_999_999));

const rate = fc.record({
  ppm: fc.oneof(
    fc.constantFrom(50_000, 99_750, 200_000, 250_000, 1_000_000),
    fc.nat(400_000),
    fc.nat(4_000_000),
  ),
  priority: fc.integer({ min: 1, max: 4 }),
  compound: fc.boolean(),
  shipping: fc.boolean(),
  taxClass: fc.constantFrom('standard', 'standard', 'reduced'),
  country: fc.constantFrom('', ...countries),
});

const tax = fc.record({
  pricesIncludeTax: fc.boolean(),
  shownInCart: fc.constantFrom('incl' as const, 'excl' as const),
  roundAtSubtotal: fc.boolean(),
  basedOn: fc.constantFrom('shipping' as const, 'billing' as const, 'base' as const),
  shippingTaxClass: fc.constantFrom('inherit', 'reduced', ''),
});

const product = fc.record({
  price: amount,
  taxable: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
  taxClass: fc.constantFrom(...classes),
  onSale: fc.boolean(),
  shippingRequired: fc.boolean(),
});

const line = fc.record({
  product: fc.integer({ min: 1, max: 4 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9_999 })),
  ownPrice: fc.option(amount, { freq: 6 }),
});

const fee = fc.record({
  name: fc.constant('Fee'),
  amount: fc.tuple(amount, fc.boolean()).map(([size, isOff]) => (isOff ? 0 - size : size)),
  taxable: fc.boolean(),
  taxClass: fc.constantFrom(...classes),
});

const coupon = fc.oneof(
  fc.record({
    discountType: fc.constant('percent' as const),
    amount: fc.oneof(fc.nat(1_000_000), fc.constantFrom(100_000, 333_333, 1_000_000)),
    usageLimitToItems: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
  fc.record({
    discountType: fc.constantFrom('fixed_cart' as const, 'fixed_product' as const),
    amount,
    excludesSaleItems: fc.boolean(),
  }),
);

const anyCart: fc.Arbitrary<AnyCart> = fc.record({
  tax,
  rates: fc.array(rate, { maxLength: 6 }),
  country: fc.constantFrom('', ...countries),
  products: fc.array(product, { minLength: 4, maxLength: 4 }),
  lines: fc.array(line, { maxLength: 6 }),
  fees: fc.array(fee, { maxLength: 3 }),
  coupons: fc.array(coupon, { maxLength: 3 }),
  shipping: fc.constantFrom('', '0', '5.99', '1 + 0.33 * [qty]', '[fee percent="7.5" min_fee="1"]'),
});

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

type Reckoned = ReturnType<typeof reckonedAny>;

/** Figures that are sums, by name: what the parts come to, and what is told. */
function sums({ fees, packages, taxes, totals }: Reckoned): Record<string, readonly [number, number]> {
  const rates = packages.map(({ chosen }) => chosen.taxed);
  const { contents, contentsTax, shipping, shippingTax, totalTax } = totals;
  return {
    contents: [totals.subtotal - totals.discount, contents],
    'tax of contents': [totals.subtotalTax - totals.discountTax, contentsTax],
    'taxes of contents': [sumOf(totals.contentsTaxes), contentsTax],
    fees: [sumOf(fees.map(({ taxed }) => taxed.net)), totals.fees],
    'tax of fees': [sumOf(fees.map(({ taxed }) => taxed.tax)), totals.feesTax],
    'taxes of fees': [sumOf(totals.feesTaxes), totals.feesTax],
    shipping: [sumOf(rates.map(({ net }) => net)), shipping],
    'tax of shipping': [sumOf(rates.map(({ tax }) => tax)), shippingTax],
    'taxes of shipping': [sumOf(totals.shippingTaxes), shippingTax],
    'listed taxes': [sumOf(taxes.map(({ amount }) => amount)), contentsTax + totals.feesTax],
    'listed taxes of shipping': [sumOf(taxes.map(({ shippingAmount }) => shippingAmount)), shippingTax],
    'all taxes': [contentsTax + totals.feesTax + shippingTax, totalTax],
    total: [contents + totals.fees + shipping + totalTax, totals.total],
  };
}

const taken = ({ price, left }: Reckoned['lines'][number]) => price - left;
const isShownAsEntered = ({ pricesIncludeTax, shownInCart }: AnyCart['tax']) =>
  pricesIncludeTax === (shownInCart === 'incl');

/** The same of the lines: rounded one by one they sum to the totals, at the subtotal only what was entered does. */
function sumsOfLines(
  { lines, savings, totals }: Reckoned,
  { tax }: AnyCart,
): Record<string, readonly [number, number]> {
  const all = (amount: (line: Reckoned['lines'][number]) => number) => sumOf(lines.map(amount));
  const entered = tax.pricesIncludeTax
    ? [totals.subtotal + totals.subtotalTax, totals.contents + totals.contentsTax]
    : [totals.subtotal, totals.contents];
  const byLine = {
    subtotal: [all(({ subtotal }) => subtotal.net), totals.subtotal],
    'tax of the subtotal': [all(({ subtotal }) => subtotal.tax), totals.subtotalTax],
    'taxes of the subtotal': [all(({ subtotal }) => sumOf(subtotal.taxes)), totals.subtotalTax],
    lines: [all(({ total }) => total.net), totals.contents],
    'tax of lines': [all(({ total }) => total.tax), totals.contentsTax],
    'taxes of lines': [all(({ total }) => sumOf(total.taxes)), totals.contentsTax],
  } as const;
  return {
    prices: [all(({ price }) => price), entered[0] as number],
    ...(isShownAsEntered(tax) ? { savings: [sumOf(savings.map(({ amount }) => amount)), all(taken)] } : {}),
    'what is left of prices': [all(({ left }) => left), entered[1] as number],
    ...(tax.roundAtSubtotal ? {} : byLine),
  };
}

/** Figures that must not be below zero. Fees may take off, also taxes of shipping; `discount` see below. */
function sizes({ lines, savings, taxes, packages, totals }: Reckoned): readonly number[] {
  const { discount, discountTax, fees: _fees, feesTax: _feesTax, feesTaxes: _feesTaxes, ...rest } = totals;
  const ofLines = lines.flatMap(({ shown, price, left, subtotal, total }) => [
    ...[shown, price, left, subtotal.net, subtotal.tax, total.net, total.tax],
    ...[...subtotal.taxes, ...total.taxes, price - left],
  ]);
  const ofTaxes = taxes.flatMap(({ amount, shippingAmount }) => [amount + shippingAmount, shippingAmount]);
  const ofShipping = packages.flatMap(({ chosen: { taxed } }) => [taxed.net, taxed.tax]);
  const all = [...Object.values(rest).flat(), ...ofLines, ...ofTaxes, ...ofShipping];
  return [...all, ...savings.map(({ amount }) => amount), discount + discountTax, discountTax];
}

test('the parts of any cart sum to the whole, and nothing is below zero (issue 6, 1)', () => {
  fc.assert(
    fc.property(anyCart, (chosen) => {
      const cart = reckonedAny(chosen);
      const wrong = Object.entries({ ...sums(cart), ...sumsOfLines(cart, chosen) }).filter(
        ([, [a, b]]) => a !== b,
      );
      expect(wrong).toEqual([]);
      expect(sizes(cart).filter((size) => !(Number.isSafeInteger(size) && size >= 0))).toEqual([]);
      // Of prices with several taxes in them, less may bear less than a unit, but more than a unit less tax.
      const severalInPrices =
        chosen.tax.pricesIncludeTax && cart.lines.some(({ levy }) => levy.rates.length > 1);
      if (!severalInPrices) expect(cart.totals.discount).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 5_000 },
  );
});

test('the order of the lines changes nothing that a cart without coupons comes to', () => {
  const shuffled = anyCart.chain((chosen) =>
    fc.tuple(
      fc.constant<AnyCart>({ ...chosen, coupons: [] }),
      fc.shuffledSubarray([...chosen.lines], { minLength: chosen.lines.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([chosen, lines]: readonly [AnyCart, AnyCart['lines']]) => {
      const [one, other] = [reckonedAny(chosen), reckonedAny({ ...chosen, lines })];
      expect(other.totals).toEqual(one.totals);
      expect(other.taxes).toEqual(one.taxes);
    }),
    { numRuns: 1_500 },
  );
});

test('what costs nothing changes nothing, however much there is of it', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: 1, max: 9_999 }), (any, quantity) => {
      // Shipping counts pieces, and a fixed cart discount is split over them.
      const chosen = { ...any, shipping: '5.99', coupons: any.coupons.filter(isByPrice) };
      const [first, ...products] = chosen.products;
      const free = { ...chosen, products: [{ ...first, shippingRequired: false }, ...products] } as AnyCart;
      const lines = [...free.lines, { product: 1, quantity, ownPrice: 0 }];
      expect(reckonedAny({ ...free, lines }).totals).toEqual(reckonedAny(free).totals);
    }),
    { numRuns: 1_000 },
  );
});

const isByPrice = ({ discountType, ...more }: AnyCart['coupons'][number]) =>
  discountType !== 'fixed_cart' && !('usageLimitToItems' in more && more.usageLimitToItems !== null);

test('where tax is rounded at the subtotal, a line in two parts costs what the whole does', () => {
  fc.assert(
    fc.property(anyCart, fc.nat(9_999), (any, at) => {
      const tax = { ...any.tax, roundAtSubtotal: true, basedOn: 'base' as const };
      // A share of the cost is of the lines as they are shown, each rounded by itself: two may come to a unit less than one.
      const chosen = { ...any, tax, coupons: [], shipping: '1 + 0.33 * [qty]' };
      const [first, ...others] = chosen.lines;
      if (!first || first.quantity < 2) return;
      const part = 1 + (at % (first.quantity - 1));
      const parts = [
        { ...first, quantity: part },
        { ...first, quantity: first.quantity - part },
      ];
      const split = reckonedAny({ ...chosen, lines: [...parts, ...others] });
      expect(split.totals).toEqual(reckonedAny(chosen).totals);
    }),
    { numRuns: 1_500 },
  );
});

test('a fee without tax in two parts takes what the whole does', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: -99_999, max: 99_999 }), fc.nat(99_999), (chosen, amount, at) => {
      const fee = { name: 'Fee', taxable: false, taxClass: '' } as const;
      const part = Math.trunc((amount * at) / 99_999);
      const whole = [...chosen.fees, { ...fee, amount }];
      const parts = [...chosen.fees, { ...fee, amount: part }, { ...fee, amount: amount - part }];
      expect(reckonedAny({ ...chosen, fees: parts }).totals).toEqual(
        reckonedAny({ ...chosen, fees: whole }).totals,
      );
    }),
    { numRuns: 1_000 },
  );
});
