import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText } from '#platform/money/text.ts';
import { ownImage } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aVariation, units } from '#testing/gateway/samples.ts';
import { asRead, links, presentersOf, variationView } from '#testing/gateway/shown.ts';
import { viewsV1 as viewsOfService } from '../service/product-v1.ts';
import { viewsV1 } from './product-v1.ts';

const { variationV1 } = presentersOf(viewsV1);
const { variationV1: variationOfService } = presentersOf(viewsOfService);

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

test('a plain price is the amount without trailing zeros or a trailing point', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.integer({ min: 0, max: 4 }), (price, decimals) => {
      const text = priceAt(price, decimals);
      expect(Number(text)).toBe(Number(decimalText(price, decimals)));
      expect(text).toMatch(decimals === 0 ? /^\d+$/ : /^\d+(\.\d*[1-9])?$/);
    }),
  );
});

test('a variation differs from that of the service dialect in prices, picture and attributes only', () => {
  const view = variationView(aVariation({ images: [ownImage(70)] }));
  const picture = (size: string) => `https://api.example/media/70-${size}.svg`;
  expect(asRead(variationV1(view, links))).toEqual({
    ...asRead(variationOfService(view, links)),
    price: '18',
    regular_price: '18',
    sale_price: '',
    image: {
      id: 70,
      src: expect.objectContaining({
        thumbnail: picture('thumbnail'),
        woocommerce_thumbnail: picture('medium'),
        woocommerce_single: picture('large'),
        full: picture('full'),
      }),
      name: 'own 70',
      alt: 'Drawn',
    },
    attributes: { attribute_pa_colour: { id: 3, name: 'Colour', option: 'Red' } },
  });
});

test('a variation without a picture that accepts any option has no picture and no attributes', () => {
  const any = { id: 4, key: 'pa_size', name: 'Size', slug: '', label: '' };
  const shown = asRead(variationV1(variationView(aVariation({ attributes: [any] })), links));
  expect([shown.image, shown.attributes]).toEqual([null, []]);
});
