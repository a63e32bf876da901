import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fine } from '#platform/money/money.ts';
import { type AnyCart, calculatedAny } from './any-cart.fixture.ts';

const countries = ['GB', 'DE', 'US'] as const;
const classes = ['', 'reduced', 'none'] as const;

/** Small amounts cause more kinds of rounding. Large amounts exceed the safe integers in multiplications. */
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

type Calculated = ReturnType<typeof calculatedAny>;

/** Returns pairs of sums that must be equal, by name. */
function sums({
  lines,
  packages,
  taxes,
  pricing,
  totals,
}: Calculated): Record<string, readonly [number, number]> {
  const { rounding } = pricing;
  const all = (amount: (line: Calculated['lines'][number]) => Fine) =>
    sumOf(lines.map(amount)) / rounding.grain;
  const { contentsTax, feesTax, shippingTax } = totals;
  return {
    subtotal: [all(({ subtotal }) => rounding.amount(subtotal.net)), totals.subtotal],
    'tax of the subtotal': [all(({ subtotal }) => rounding.taxes(subtotal.taxes)), totals.subtotalTax],
    contents: [all(({ total }) => rounding.amount(total.net)), totals.contents],
    'tax of contents': [all(({ total }) => rounding.taxes(total.taxes)), contentsTax],
    'taxes of contents': [sumOf(totals.contentsTaxes), contentsTax],
    'taxes of fees': [sumOf(totals.feesTaxes), feesTax],
    'taxes of shipping': [sumOf(totals.shippingTaxes), shippingTax],
    'taxes of shipping by package': [
      sumOf(packages.flatMap(({ chosen }) => chosen.taxed.taxes.map(rounding.amount))) / rounding.grain,
      shippingTax,
    ],
    'listed taxes of shipping': [sumOf(taxes.map(({ shippingAmount }) => shippingAmount)), shippingTax],
    'all taxes': [contentsTax + feesTax + shippingTax, totals.totalTax],
  };
}

/** Returns how many rounded amounts a sum may contain. */
const roundings = ({ lines, fees, packages, taxes }: Calculated) =>
  1 +
  sumOf(
    [...lines, ...fees, ...packages.map(({ chosen }) => chosen)].map(({ levy }) => 2 + levy.rates.length),
  ) +
  taxes.length;

/** Returns pairs of sums that are equal except for rounding. */
function about({ lines, taxes, pricing, totals }: Calculated): readonly (readonly [number, number])[] {
  const { contents, contentsTax, discount, discountTax, fees, feesTax, shipping, shippingTax } = totals;
  const { grain } = pricing.rounding;
  const charged = contents + contentsTax + fees + feesTax + shipping + shippingTax;
  return [
    [totals.subtotal - discount, contents],
    [totals.subtotalTax - discountTax, contentsTax],
    [Math.max(0, charged), totals.total],
    [sumOf(taxes.map(({ amount }) => amount)), contentsTax + feesTax],
    [
      sumOf(lines.map(({ price }) => price)) / grain,
      totals.subtotal + (pricing.settings.tax.pricesIncludeTax ? totals.subtotalTax : 0),
    ],
  ];
}

/** Returns the amounts that must not be negative: all amounts except fees, the taxes of fees and the total tax. */
function sizes({ lines, savings, packages, totals }: Calculated): readonly number[] {
  const { fees: _fees, feesTax: _feesTax, feesTaxes: _feesTaxes, totalTax: _totalTax, ...rest } = totals;
  const ofLines = lines.flatMap(({ shown, price, subtotal, total }) => [
    shown,
    price,
    ...subtotal.taxes,
    ...total.taxes,
  ]);
  const ofShipping = packages.flatMap(({ chosen: { taxed } }) => [taxed.net, ...taxed.taxes]);
  return [...Object.values(rest).flat(), ...ofLines, ...ofShipping, ...savings.map(({ amount }) => amount)];
}

test('the parts of any cart sum to the whole, rounded as the store rounds, and nothing is below zero', () => {
  fc.assert(
    fc.property(anyCart, (chosen) => {
      const cart = calculatedAny(chosen);
      if (!chosen.tax.roundAtSubtotal) {
        expect(Object.entries(sums(cart)).filter(([, [a, b]]) => a !== b)).toEqual([]);
      }
      const far = about(cart).filter(([a, b]) => Math.abs(a - b) > roundings(cart));
      expect(far).toEqual([]);
      expect(sizes(cart).filter((size) => !(Number.isSafeInteger(size) && size >= 0))).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

test('the order of the lines changes no total of a cart without coupons', () => {
  const shuffled = anyCart.chain((chosen) =>
    fc.tuple(
      fc.constant<AnyCart>({ ...chosen, coupons: [] }),
      fc.shuffledSubarray([...chosen.lines], { minLength: chosen.lines.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([chosen, lines]: readonly [AnyCart, AnyCart['lines']]) => {
      // Skips carts with a negative fee: its tax refund on shipping depends on the tax class of the first line.
      fc.pre(chosen.fees.every(({ amount }) => amount >= 0));
      const [one, other] = [calculatedAny(chosen), calculatedAny({ ...chosen, lines })];
      expect(other.totals).toEqual(one.totals);
      expect(other.taxes).toEqual(one.taxes);
    }),
    { numRuns: 1_500 },
  );
});

test('free items change no total, in any quantity', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: 1, max: 9_999 }), (any, quantity) => {
      // This cart has a flat shipping cost and only coupons that depend on prices. Other shipping costs and coupons
      // depend on the number of pieces.
      const chosen = { ...any, shipping: '5.99', coupons: any.coupons.filter(isByPrice) };
      const [first, ...products] = chosen.products;
      const free = { ...chosen, products: [{ ...first, shippingRequired: false }, ...products] } as AnyCart;
      const lines = [...free.lines, { product: 1, quantity, ownPrice: 0 }];
      expect(calculatedAny({ ...free, lines }).totals).toEqual(calculatedAny(free).totals);
    }),
    { numRuns: 1_000 },
  );
});

const isByPrice = ({ discountType, ...more }: AnyCart['coupons'][number]) =>
  discountType !== 'fixed_cart' && !('usageLimitToItems' in more && more.usageLimitToItems !== null);

test('when tax is rounded at the subtotal, a line split in two costs the same', () => {
  fc.assert(
    fc.property(anyCart, fc.nat(9_999), (any, at) => {
      const tax = { ...any.tax, roundAtSubtotal: true, basedOn: 'base' as const };
      const chosen = { ...any, tax, coupons: [], shipping: '1 + 0.33 * [qty]' };
      const [first, ...others] = chosen.lines;
      if (!first || first.quantity < 2) return;
      const part = 1 + (at % (first.quantity - 1));
      const pieces = [
        { ...first, quantity: part },
        { ...first, quantity: first.quantity - part },
      ];
      const split = calculatedAny({ ...chosen, lines: [...pieces, ...others] });
      const whole = calculatedAny(chosen);
      // The taxes of the two parts are rounded separately, so the totals may differ by one minor unit.
      const far = Object.entries(split.totals).filter(([name, figure]) =>
        [figure]
          .flat()
          .some((one, index) => Math.abs(one - ([whole.totals[name as 'total']].flat()[index] ?? 0)) > 1),
      );
      expect(far).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

test('a fee without tax split in two has the same effect', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: -99_999, max: 99_999 }), fc.nat(99_999), (chosen, amount, at) => {
      const fee = { name: 'Fee', taxable: false, taxClass: '' } as const;
      // Negative fees are left out: their parts refund taxes that are rounded separately.
      fc.pre(amount > 0 && chosen.fees.every((one) => one.amount >= 0));
      const part = Math.trunc((amount * at) / 99_999);
      const whole = [...chosen.fees, { ...fee, amount }];
      const pieces = [...chosen.fees, { ...fee, amount: part }, { ...fee, amount: amount - part }];
      expect(calculatedAny({ ...chosen, fees: pieces }).totals).toEqual(
        calculatedAny({ ...chosen, fees: whole }).totals,
      );
    }),
    { numRuns: 1_000 },
  );
});
