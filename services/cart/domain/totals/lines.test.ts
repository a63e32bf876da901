import { expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { factsOf } from '../facts.fixture.ts';
import { cartIn, lineOf, taxedBy } from './calculated.fixture.ts';
import { type PricedLine, pricedLines, pricing, shownIn, subtotalPart } from './lines.ts';
import { taxPlace } from './tax-list.ts';

/** 20 % in GB, the store's country, and 5 % for books there; 25 % in Germany; 5 % and 9.975 % on top in Canada. */
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

/** Returns the amounts of a line in minor units: shown piece, price, net, all tax, each tax. */
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
  // 59.97; 20 % of it 11.994
  ['three at 19.99', ['without tax, shown so', 'GB', [1999, 3]], [1999, 5997, 5997, 1199, 1199]],
  // a piece with tax: 19.99 + 4.00
  ['three at 19.99', ['without tax, shown with it', 'GB', [1999, 3]], [2399, 5997, 5997, 1199, 1199]],
  // 59.97 × 20/120 = 9.995, half down
  ['three at 19.99', ['with tax, shown so', 'GB', [1999, 3]], [1999, 5997, 4998, 999, 999]],
  // a piece without tax: 19.99 − 3.33
  ['three at 19.99', ['with tax, shown without it', 'GB', [1999, 3]], [1666, 5997, 4998, 999, 999]],
  // 5 % of 19.99 is 0.9995; 9.975 % of 20.9895 is 2.0937
  ['one at 19.99', ['without tax, shown so', 'CA', [1999, 1]], [1999, 1999, 1999, 309, 100, 209]],
  // 59.97 / 1.20 × 1.25 = 62.46875; × 25/125 = 12.494; a piece 20.8229
  ['three at 19.99', ['with tax, shown so', 'DE', [1999, 3]], [2082, 6247, 4998, 1249, 1249]],
  // the piece without tax: 20.82 × 100/125 = 16.656 from 20.82 − 4.164
  ['three at 19.99', ['with tax, shown without it', 'DE', [1999, 3]], [1666, 6247, 4998, 1249, 1249]],
  // 59.97 / 1.20 = 49.975, half up
  ['three at 19.99', ['with tax, shown so', 'US', [1999, 3]], [1666, 4998, 4998, 0]],
  // 12.00 / 1.20 × 92,379/80,000 = 11.547375; × 4,000/92,379 = 0.50; × 8,379/92,379 = 1.0477
  ['one at 12.00', ['with tax, shown so', 'CA', [1200, 1]], [1155, 1155, 1000, 155, 50, 105]],
  ['none at all', ['with tax, shown so', 'CA', [0, 7]], [0, 0, 0, 0, 0, 0]],
])('a line of %s, prices entered %j', (_what, given, expected) => {
  expect(priced(...given)).toEqual(expected);
});

test.each<[string, Partial<ProductFacts>, Parameters<typeof priced>[0], string, readonly number[]]>([
  ['is not taxable', { taxable: false }, 'without tax, shown with it', 'GB', [1000, 2000, 2000, 0]],
  // its price contains no tax that another place's could replace
  ['is not taxable', { taxable: false }, 'with tax, shown without it', 'DE', [1000, 2000, 2000, 0]],
  // 5 % of 20.00
  ['is of another class', { taxClass: 'books' }, 'without tax, shown so', 'GB', [1000, 2000, 2000, 100, 100]],
  // 20.00 × 5/105 = 0.95238
  ['is of another class', { taxClass: 'books' }, 'with tax, shown so', 'GB', [1000, 2000, 1905, 95, 95]],
  // 20.00 / 1.05 = 19.0476 in Germany, which has no rate for it; a piece 9.5238
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
  // 7.00 + 25 %: 1.75
  expect(ofOwn(350, 'without tax, shown so')).toEqual([350, 700, 700, 175, 175]);
  // 7.00 / 1.20 × 1.25 = 7.2917; × 25/125 = 1.458; a piece 3.6458
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
  // each line of 0.12 has 0.024 → 0.02, all three together 0.072 → 0.07
  ['without tax', { pricesIncludeTax: false, shownInCart: 'excl' }, 36],
  ['with tax, rounded by line', { pricesIncludeTax: false, shownInCart: 'incl' }, 42],
  [
    'with tax, rounded at the subtotal',
    { pricesIncludeTax: false, shownInCart: 'incl', roundAtSubtotal: true },
    43,
  ],
  // each 0.12 contains 0.02, all three together 0.06
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
  // 18.00 / 1.20 × 1.25 = 18.75, less 18.75 × 25/125 = 3.75
  expect(showPrice(minor(1800), factsOf())).toBe(1500);
  expect(showPrice(minor(1800), factsOf({ taxable: false }))).toBe(1800);
});
