import { expect, test } from 'vitest';
import type { ShownTax } from '#contracts/product.ts';
import { aCard, aPrice, aProduct, aVariation, units } from '#testing/gateway/samples.ts';
import { shownProduct, shownVariation } from './shown-prices.ts';

const eighteen = [{ id: 1, ppm: 180_000, compound: false }];
const withTax: ShownTax = {
  shown: 'incl',
  pricesIncludeTax: false,
  roundAtSubtotal: false,
  classes: { standard: { home: eighteen, here: eighteen } },
};

test('prices entered without tax are shown with it: current, regular and sale price, and the range', () => {
  const prices = aPrice({ price: 1999, regular: 2500, sale: 1999, range: { min: 1999, max: 2500 } });
  const product = aProduct({
    prices,
    variations: [aVariation({ prices: aPrice({ price: 1999, regular: null }) })],
    related: [aCard({ prices: aPrice({ price: 100 }) }), aCard({ taxStatus: 'none' })],
  });
  const shown = shownProduct(product, { ...units, tax: withTax });
  // The tax is 18 %: 3.5982 on 19.99, 4.50 on 25.00 and 0.18 on 1.00.
  expect(shown.prices).toEqual({
    ...prices,
    price: 2359,
    regular: 2950,
    sale: 2359,
    range: { min: 2359, max: 2950 },
  });
  expect(shown.variations.map((one) => [one.prices.price, one.prices.regular])).toEqual([[2359, null]]);
  expect(shown.related.map((one) => one.prices.price)).toEqual([118, 700]);
});

test('prices entered with tax are shown without it', () => {
  const tax: ShownTax = { ...withTax, shown: 'excl', pricesIncludeTax: true };
  const variation = aVariation({ prices: aPrice({ price: 1180, regular: 1180 }) });
  expect(shownVariation(variation, { ...units, tax }).prices).toMatchObject({ price: 1000, regular: 1000 });
});

test('a tax class without rates has no tax, and without a display setting prices are as entered', () => {
  const product = aProduct({ taxClass: 'zero-rate' });
  expect(shownProduct(product, { ...units, tax: withTax }).prices).toEqual(product.prices);
  expect(shownProduct(product, units)).toBe(product);
});

test('prices with further decimals are shown with the tax of all their decimals', () => {
  const twentyOne = [{ id: 1, ppm: 210_000, compound: false }];
  const tax = { ...withTax, classes: { standard: { home: twentyOne, here: twentyOne } } };
  const exact = { price: '8.2645', regular: '30.255', sale: '8.2645', max: '30.255' };
  const prices = aPrice({ price: 826, regular: 3026, sale: 826, range: { min: 826, max: 3026 }, exact });
  const shown = shownProduct(aProduct({ prices, related: [aCard({ prices })] }), { ...units, tax });
  const { exact: _exact, ...rounded } = prices;
  const expected = { ...rounded, price: 1000, regular: 3661, sale: 1000, range: { min: 1000, max: 3661 } };
  expect([shown.prices, shown.related[0]?.prices]).toEqual([expected, expected]);
});
