import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { factsOf } from '../../model/context.fixture.ts';
import { taxPlace } from '../customer/addresses.ts';
import { cartIn, lineOf, taxedBy } from './calculated.fixture.ts';
import { type PricedLine, pricedLines, pricing, shownIn, subtotalPart } from './prices.ts';

/** 20 % in GB, the store's country, and 5 % for books; 25 % in Germany; in Canada 5 %, and 9.975 % on top. */
const rates: readonly TaxRate[] = [
  rateOf(1, 20, { country: 'GB' }),
  rateOf(2, 5, { country: 'GB', taxClass: 'books' }),
  rateOf(3, 25, { country: 'DE' }),
  rateOf(4, 5, { country: 'CA' }),
  compoundOf(5, 9.975, { country: 'CA' }),
];

type Tax = StoreSettings['tax'];
const modes = {
  'without tax, shown so': { pricesIncludeTax: false, shownInCart: 'excl' },
  'without tax, shown with it': { pricesIncludeTax: false, shownInCart: 'incl' },
  'with tax, shown so': { pricesIncludeTax: true, shownInCart: 'incl' },
  'with tax, shown without it': { pricesIncludeTax: true, shownInCart: 'excl' },
} as const satisfies Record<string, Partial<Tax>>;

/** Returns how goods are priced in a country. */
const pricingIn = (country: string, settings: StoreSettings) =>
  pricing(settings, taxPlace(cartIn(country, {}).customer, settings), 1_000_000);

/** Returns in minor units: shown price of a piece, price of the line, net amount, whole tax, each tax. */
function figures({ rounding }: ReturnType<typeof pricing>, { shown, price, subtotal }: PricedLine): number[] {
  const { toMinor, tax, taxes } = rounding;
  const each = subtotal.taxes.map((one) => toMinor(tax(one)));
  return [shown, toMinor(price), toMinor(subtotal.net), toMinor(taxes(subtotal.taxes)), ...each];
}

/** Returns the price of a quantity of a product in a country. */
function priced(
  mode: keyof typeof modes,
  country: string,
  [price, quantity]: readonly [price: number, quantity: number],
  changed: Partial<ProductFacts> = {},
) {
  const facts = factsOf({ price, ...changed });
  const settings = taxedBy(rates, { basedOn: 'shipping', ...modes[mode] });
  const prices = pricingIn(country, settings);
  return figures(prices, prices.priceLine(lineOf(facts, quantity), facts));
}

test.each<[string, Parameters<typeof priced>, readonly number[]]>([
  // The price is 59.97, and 20 % of 59.97 is 11.994.
  ['three at 19.99', ['without tax, shown so', 'GB', [1999, 3]], [1999, 5997, 5997, 1199, 1199]],
  // A piece with tax costs 19.99 + 4.00.
  ['three at 19.99', ['without tax, shown with it', 'GB', [1999, 3]], [2399, 5997, 5997, 1199, 1199]],
  // The price contains 59.97 × 20/120 = 9.995 of tax, rounded half down.
  ['three at 19.99', ['with tax, shown so', 'GB', [1999, 3]], [1999, 5997, 4998, 999, 999]],
  // A piece without tax costs 19.99 − 3.33.
  ['three at 19.99', ['with tax, shown without it', 'GB', [1999, 3]], [1666, 5997, 4998, 999, 999]],
  // 5 % of 19.99 is 0.9995; 9.975 % of 20.9895 is 2.0937
  ['one at 19.99', ['without tax, shown so', 'CA', [1999, 1]], [1999, 1999, 1999, 309, 100, 209]],
  // The price is 59.97 / 1.20 × 1.25 = 62.46875, of which 25/125 = 12.494 is tax. A piece costs 20.8229.
  ['three at 19.99', ['with tax, shown so', 'DE', [1999, 3]], [2082, 6247, 4998, 1249, 1249]],
  // A piece without tax costs 20.82 × 100/125 = 16.656.
  ['three at 19.99', ['with tax, shown without it', 'DE', [1999, 3]], [1666, 6247, 4998, 1249, 1249]],
  // The price is 59.97 / 1.20 = 49.975, rounded half up.
  ['three at 19.99', ['with tax, shown so', 'US', [1999, 3]], [1666, 4998, 4998, 0]],
  // On 800.00, the tax of 5 % is 40.00, and the tax of 9.975 % on 840.00 is 83.79, together 923.79 with taxes. So the
  // price is 12.00 / 1.20 × 92,379/80,000 = 11.547375. The taxes are 4,000/92,379 of the price = 0.50, and 8,379/92,379
  // of the price = 1.0477.
  ['one at 12.00', ['with tax, shown so', 'CA', [1200, 1]], [1155, 1155, 1000, 155, 50, 105]],
  ['none at all', ['with tax, shown so', 'CA', [0, 7]], [0, 0, 0, 0, 0, 0]],
])('a line of %s, prices entered %j', (_what, given, expected) => {
  expect(priced(...given)).toEqual(expected);
});

test.each<[string, Partial<ProductFacts>, Parameters<typeof priced>[0], string, readonly number[]]>([
  ['is not taxable', { taxable: false }, 'without tax, shown with it', 'GB', [1000, 2000, 2000, 0]],
  // The price contains no tax, so the tax of another place does not change the price.
  ['is not taxable', { taxable: false }, 'with tax, shown without it', 'DE', [1000, 2000, 2000, 0]],
  // The tax is 5 % of 20.00.
  ['is of another class', { taxClass: 'books' }, 'without tax, shown so', 'GB', [1000, 2000, 2000, 100, 100]],
  // The price contains 20.00 × 5/105 = 0.95238 of tax.
  ['is of another class', { taxClass: 'books' }, 'with tax, shown so', 'GB', [1000, 2000, 1905, 95, 95]],
  // In Germany, which has no rate for books, the price is 20.00 / 1.05 = 19.0476. A piece costs 9.5238.
  ['is of another class', { taxClass: 'books' }, 'with tax, shown so', 'DE', [952, 1905, 1905, 0]],
  [
    'names the standard class',
    { taxClass: 'standard' },
    'without tax, shown so',
    'GB',
    [1000, 2000, 2000, 400, 400],
  ],
  ['is of an unknown class', { taxClass: 'x' }, 'without tax, shown so', 'GB', [1000, 2000, 2000, 0]],
])(
  'two at 10.00 of a product that %s (docs/money.md, tax address and rates)',
  (_what, changed, mode, country, expected) => {
    expect(priced(mode, country, [1000, 2], changed)).toEqual(expected);
  },
);

test('the price of a trusted caller replaces the catalogue’s, and contains tax if that contains tax', () => {
  const facts = factsOf({ price: 1800 });
  const ofOwn = (ownPrice: number, mode: keyof typeof modes) => {
    const settings = taxedBy(rates, { basedOn: 'shipping', ...modes[mode] });
    const prices = pricingIn('DE', settings);
    return figures(prices, prices.priceLine(lineOf(facts, 2, { ownPrice }), facts));
  };
  // The tax is 25 % of 7.00 = 1.75.
  expect(ofOwn(350, 'without tax, shown so')).toEqual([350, 700, 700, 175, 175]);
  // The price is 7.00 / 1.20 × 1.25 = 7.2917, of which 25/125 = 1.458 is tax. A piece costs 3.6458.
  expect(ofOwn(350, 'with tax, shown so')).toEqual([365, 729, 583, 146, 146]);
  expect(ofOwn(0, 'with tax, shown so')).toEqual([0, 0, 0, 0, 0]);
});

test('lines whose product no longer exists are left out; a variation has its own price', () => {
  const [mug, gone, large] = [
    factsOf(),
    factsOf({ id: 14, status: 'trash' }),
    factsOf({ id: 16, price: 500 }),
  ];
  const lines = [
    lineOf(mug, 1),
    lineOf(gone, 1),
    lineOf(factsOf({ id: 15 }), 1),
    lineOf(mug, 1, { variationId: 16 }),
  ];
  const known = new Map([mug, gone, large].map((one) => [one.id, one]));
  const found = pricedLines(lines, known, pricingIn('GB', taxedBy(rates)));
  expect(found.map(({ price }) => price)).toEqual([1_800_000_000, 500_000_000]);
});

test.each<[string, Partial<Tax>, number]>([
  // Each line of 0.12 has 0.024 of tax, rounded to 0.02. All three lines together have 0.072, rounded to 0.07.
  ['without tax', { pricesIncludeTax: false, shownInCart: 'excl' }, 36],
  ['with tax, rounded by line', { pricesIncludeTax: false, shownInCart: 'incl' }, 42],
  [
    'with tax, rounded at the subtotal',
    { pricesIncludeTax: false, shownInCart: 'incl', roundAtSubtotal: true },
    43,
  ],
  // Each line of 0.12 contains 0.02 of tax. All three lines together contain 0.06.
  ['without the tax in prices', { pricesIncludeTax: true, shownInCart: 'excl' }, 30],
  ['as prices are entered', { pricesIncludeTax: true, shownInCart: 'incl', roundAtSubtotal: true }, 36],
])('the subtotal is shown %s', (_what, tax, shown) => {
  const all = [1, 2, 3].map((id) => factsOf({ id, price: 12, taxClass: id === 1 ? 'standard' : '' }));
  const settings = taxedBy(rates, tax);
  const known = new Map(all.map((one) => [one.id, one]));
  const lines = all.map((one) => lineOf(one, 1));
  const prices = pricingIn('GB', settings);
  const part = subtotalPart(pricedLines(lines, known, prices), prices);
  expect(prices.rounding.toMinor(shownIn(settings, part))).toBe(shown);
});

test('a single price is shown with or without tax, as the cart shows prices', () => {
  const settings = taxedBy(rates, { basedOn: 'shipping', ...modes['with tax, shown without it'] });
  const { showPrice } = pricingIn('DE', settings);
  // In Germany, the price is 18.00 / 1.20 × 1.25 = 18.75. Without the tax of 3.75, the price is 15.00.
  expect(showPrice(minor(1800), factsOf())).toBe(1500);
  expect(showPrice(minor(1800), factsOf({ taxable: false }))).toBe(1800);
});
