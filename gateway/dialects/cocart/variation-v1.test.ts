import { expect, test } from 'vitest';
import { aPrice, aVariation, units } from '../../testing/samples.ts';
import { asRead, links, variationView } from '../../testing/shown.ts';
import { variationV1 as variationOfService } from '../service/variation-v1.ts';
import { variationV1 } from './variation-v1.ts';

function priceAt(price: number | null, decimals = 2) {
  const view = variationView(aVariation({ prices: aPrice({ price }) }), {
    units: { ...units, currency: { ...units.currency, decimals } },
  });
  return asRead(variationV1(view, links)).price;
}

test.each([
  [2600, 2, '26'],
  [1850, 2, '18.5'],
  [1999, 2, '19.99'],
  [5, 2, '0.05'],
  [0, 2, '0'],
  [100_000, 2, '1000'],
  [1800, 0, '1800'],
  [1800, 3, '1.8'],
  [null, 2, ''],
])('a price of %s at %i decimals is plain text: %s', (price, decimals, text) => {
  expect(priceAt(price, decimals)).toBe(text);
});

test('a variation differs from the specification’s in its prices only', () => {
  const view = variationView(aVariation());
  const shown = asRead(variationV1(view, links));
  expect(shown).toEqual({
    ...asRead(variationOfService(view, links)),
    price: '18',
    regular_price: '18',
    sale_price: '',
  });
});
