import { expect, test } from 'vitest';
import { aVariation } from '#testing/gateway/samples.ts';
import { asRead, links, presentersOf, variationView } from '#testing/gateway/shown.ts';
import { productViews as viewsOfService } from '../service/product.ts';
import { cartCurrency } from '../shared/currency.ts';
import { sizeNames } from './pictures.ts';
import { productViews } from './product.ts';

const { variationsV2, variationV2 } = presentersOf(productViews);
const { variationsV2: variationsOfService } = presentersOf(viewsOfService);

const any = { id: 4, key: 'pa_size', name: 'Size', slug: '', label: '' };
const red = aVariation({ parentId: 52 });
const loose = aVariation({ id: 60, attributes: [any] });

test('variations differ from those of the service dialect in prices, pictures, terms, attributes, texts, addresses, low stock and sales only', () => {
  const { variation: _one, units, ...family } = variationView(red);
  const view = { ...family, units, variations: [red, loose] };
  const specified = asRead(variationsOfService(view, links));
  const picture = 'https://api.example/placeholder.svg';
  const own = {
    images: [
      {
        id: 0,
        src: Object.fromEntries(sizeNames.map((name) => [name, picture])),
        name: 'Placeholder',
        alt: 'Placeholder',
        position: 0,
        featured: true,
      },
    ],
    categories: [],
    tags: [],
    total_sales: '3',
    description: 'Long.',
  };
  const below = 'https://api.example/shop/v2/products/52';
  const addresses = (one: typeof red, options: string) => ({
    add_to_cart: {
      ...specified[0].add_to_cart,
      description: 'Add to cart: &ldquo;T-Shirt - Red&rdquo;',
      rest_url: `https://api.example/shop/v2/cart/add-item?id=${one.id}&quantity=1${options}`,
    },
    _links: {
      self: [{ permalink: one.permalink, href: `${below}/variations/${one.id}` }],
      collection: [{ href: `${below}/variations` }],
      up: [{ href: below }],
    },
  });
  const prices = {
    ...specified[0].prices,
    price: '1800',
    regular_price: '1800',
    sale_price: '',
    price_range: [],
    currency: cartCurrency.present(units.currency, null, null),
  };
  const stock = { ...specified[0].stock, low_stock_amount: '' };
  expect(asRead(variationsV2(view, links))).toEqual([
    {
      ...specified[0],
      ...own,
      ...addresses(red, '&variation[attribute_pa_colour]=red'),
      prices,
      stock,
      attributes: { attribute_pa_colour: { id: 3, name: 'Colour', option: { red: 'Red' } } },
    },
    {
      ...specified[1],
      ...own,
      ...addresses(loose, ''),
      prices,
      stock,
      attributes: [],
    },
  ]);
  expect(asRead(variationV2(variationView(red), links))).toEqual(asRead(variationsV2(view, links))[0]);
});
