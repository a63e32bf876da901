import { expect, test } from 'vitest';
import { aReview } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aProduct, units } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView } from '#testing/gateway/shown.ts';
import { viewsV1 } from './product-v1.ts';

const { productsV1, productV1 } = presentersOf(viewsV1);

function read(...view: Parameters<typeof productView>) {
  return asRead(productV1(productView(...view), links));
}

test('a product has exactly these members; its links have two names', () => {
  const product = aProduct({
    ...lamp,
    variationIds: [53, 54],
    downloads: [{ id: 'd1', name: 'Manual', file: 'https://shop.example/manual.pdf' }],
    downloadLimit: 3,
    downloadExpiry: 30,
    shippingClass: 'bulky',
    shippingClassId: 9,
    taxClass: 'reduced-rate',
    purchaseNote: 'Thanks.',
    menuOrder: 7,
    groupedIds: [35],
  });
  const addresses = {
    self: [{ href: 'https://api.example/shop/v1/products/52' }],
    collection: [{ href: 'https://api.example/shop/v1/products' }],
  };
  expect(read(product)).toEqual({
    id: 52,
    parent_id: 0,
    name: 'Lamp',
    slug: 't-shirt',
    permalink: 'https://shop.example/product/t-shirt/',
    type: 'variable',
    status: 'publish',
    featured: true,
    catalog_visibility: 'visible',
    description: '<p>Long.</p>',
    short_description: 'Short.',
    sku: 'woo-tshirt',
    date_created: '2031-02-03T10:10:11',
    date_created_gmt: '2031-02-03T09:10:11',
    date_modified: '2031-02-04T10:10:11',
    date_modified_gmt: '2031-02-04T09:10:11',
    price: '18.50',
    regular_price: '21.00',
    sale_price: '',
    price_html: '<span class="amount">€18,50</span> – <span class="amount">€2.600,00</span>',
    date_on_sale_from: '2031-01-01T01:00:00',
    date_on_sale_from_gmt: '2031-01-01T00:00:00',
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: true,
    purchasable: true,
    virtual: false,
    downloadable: false,
    downloads: [{ id: 'd1', name: 'Manual', file: 'https://shop.example/manual.pdf' }],
    download_limit: 3,
    download_expiry: 30,
    tax_status: 'taxable',
    tax_class: 'reduced-rate',
    shipping_class: 'bulky',
    shipping_class_id: 9,
    manage_stock: true,
    stock_quantity: -2,
    stock_status: 'instock',
    backorders: 'notify',
    backorders_allowed: true,
    backordered: true,
    total_sales: 3,
    external_url: '',
    button_text: '',
    sold_individually: false,
    shipping_required: true,
    shipping_taxable: true,
    reviews_allowed: true,
    average_rating: '4.00',
    rating_count: 2,
    purchase_note: 'Thanks.',
    menu_order: 7,
    weight: '0.4',
    dimensions: { length: '10', width: '20', height: '' },
    related_ids: [42],
    upsell_ids: [42],
    cross_sell_ids: [42],
    categories: [{ id: 17, name: 'Lamps', slug: 'lamps' }],
    tags: [{ id: 35, name: 'brass', slug: 'brass' }],
    grouped_products: [35],
    images: [
      { id: 7, src: 'https://shop.example/7-full.png', name: 'image 7', alt: '' },
      { id: 8, src: 'https://shop.example/8-full.png', name: 'image 8', alt: '' },
    ],
    attributes: [
      { id: 3, name: 'Colour', position: 0, visible: true, variation: true, options: ['Red', 'Teal'] },
    ],
    default_attributes: [{ id: 3, name: 'Colour', option: 'red' }],
    variations: [53, 54],
    meta_data: [{ id: 1, key: 'note', value: '{"a":1}' }],
    links: addresses,
    _links: addresses,
  });
});

test('a list is a bare array of products as they are read alone', () => {
  const reviews = [aReview()];
  const entries = [
    { product: lamp, reviews: [] },
    { product: aProduct(), reviews },
  ];
  const view = { entries, units, context: 'view', page: 1, totalPages: 1, total: 2 } as const;
  expect(asRead(productsV1(view, links))).toEqual([read(lamp), read(aProduct(), { reviews })]);
});

test('a product has the member `reviews` only if the view contains reviews', () => {
  expect('reviews' in read(aProduct())).toBe(false);
  expect(read(aProduct(), { reviews: [aReview()] }).reviews[0]).toMatchObject({ id: 501, review_id: '501' });
});

test.each([
  ['taxable', true, true],
  ['shipping', true, true],
  ['none', true, false],
  ['taxable', false, false],
] as const)('shipping of a product that is %s and shipped: %s is taxable: %s', (taxStatus, shipped, is) => {
  expect(read(aProduct({ taxStatus, shippingRequired: shipped })).shipping_taxable).toBe(is);
});

test('a product without a price has empty texts, and meta entries are text', () => {
  const meta = [1, 'a', null, [2]].map((value, id) => ({ id, key: `k${id}`, value }));
  const shown = read(aProduct({ prices: aPrice({ price: null, regular: null }), meta }));
  expect([shown.price, shown.regular_price, shown.sale_price, shown.price_html]).toEqual(['', '', '', '']);
  expect(shown.meta_data.map(({ value }: { value: unknown }) => value)).toEqual(['1', 'a', '', '[2]']);
});
