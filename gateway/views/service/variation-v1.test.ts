import { expect, test } from 'vitest';
import { ownImage } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aVariation } from '#testing/gateway/samples.ts';
import { asRead, links, presentersOf, variationView } from '#testing/gateway/shown.ts';
import { viewsV1 } from './product-v1.ts';

const { variationsV1, variationV1 } = presentersOf(viewsV1);

const red = aVariation({
  prices: aPrice({ price: 1500, sale: 1500, onSale: true }),
  images: [ownImage(70)],
  meta: [{ id: 4, key: 'note', value: 'soft' }],
});

function read(...view: Parameters<typeof variationView>) {
  return asRead(variationV1(variationView(...view), links));
}

test('a variation has exactly these members; its links have two names', () => {
  const up = 'https://api.example/shop/v1/products/52';
  const addresses = {
    self: [{ href: `${up}/variations/54` }],
    collection: [{ href: `${up}/variations` }],
    up: [{ href: up }],
  };
  expect(read(red)).toEqual({
    id: 54,
    date_created: '2031-02-03T10:10:11',
    date_created_gmt: '2031-02-03T09:10:11',
    date_modified: '2031-02-04T10:10:11',
    date_modified_gmt: '2031-02-04T09:10:11',
    description: '<p>Long.</p>',
    permalink: 'https://shop.example/product/t-shirt/?attribute_pa_colour=red',
    sku: 'woo-tshirt-red',
    price: '15.00',
    regular_price: '18.00',
    sale_price: '15.00',
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: true,
    status: 'publish',
    purchasable: true,
    virtual: false,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: 'taxable',
    tax_class: '',
    shipping_class: '',
    shipping_class_id: 0,
    manage_stock: false,
    stock_quantity: null,
    stock_status: 'instock',
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    weight: '0.4',
    dimensions: { length: '10', width: '20', height: '' },
    image: { id: 70, src: 'https://api.example/media/70-full.svg', name: 'own 70', alt: 'Drawn' },
    attributes: [{ id: 3, name: 'Colour', option: 'Red' }],
    meta_data: [{ id: 4, key: 'note', value: 'soft' }],
    links: addresses,
    _links: addresses,
  });
});

test('a list contains the variations as they are read alone; without a picture, they have the placeholder', () => {
  const { variation: _one, ...family } = variationView(red);
  const plain = aVariation({ id: 58 });
  expect(asRead(variationsV1({ ...family, variations: [red, plain] }, links))).toEqual([
    read(red),
    read(plain),
  ]);
  expect(read(plain).image).toEqual({
    id: 0,
    src: 'https://api.example/placeholder.svg',
    name: 'Placeholder',
    alt: 'Placeholder',
  });
});
