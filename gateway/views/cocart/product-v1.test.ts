import { expect, test } from 'vitest';
import { aReview } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aProduct, aVariation, units } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView } from '#testing/gateway/shown.ts';
import { viewsV1 as viewsOfService } from '../service/product-v1.ts';
import { productViews as viewsV2 } from './product.ts';
import { viewsV1 } from './product-v1.ts';

const { productsV1, productV1 } = presentersOf(viewsV1);
const { productV1: productOfService } = presentersOf(viewsOfService);

const colours = lamp.attributes[0]?.options ?? [];
const fixed = {
  id: 3,
  key: 'pa_colour',
  name: 'Colour',
  position: 0,
  visible: true,
  variation: true,
  options: colours.slice(0, 1),
};

function read(...view: Parameters<typeof productView>) {
  return asRead(productV1(productView(...view), links));
}

test('a product equals that of the service dialect, except for formatted prices, units, maps and CoCart’s own members', () => {
  const product = aProduct({ ...lamp, variationIds: [53, 54] });
  const specified = asRead(productOfService(productView(product), links));
  expect(read(product)).toEqual({
    ...specified,
    price: '€18,50',
    regular_price: '€21,00',
    sale_price: '',
    has_options: true,
    in_stock: true,
    low_stock_amount: 5,
    review_count: 2,
    rating_html: 'Rated 4.00 out of 5 based on 2 customer ratings',
    reviews: [],
    weight: { value: '0.4', unit: 'kg' },
    dimensions: { length: '10', width: '20', height: '', unit: 'cm' },
    attributes: {
      attribute_pa_colour: {
        id: 3,
        name: 'Colour',
        position: 0,
        is_attribute_visible: true,
        used_for_variation: true,
        options: ['Red', 'Teal'],
      },
    },
    default_attributes: { attribute_pa_colour: { id: 3, name: 'Colour', option: 'red' } },
    images: asRead(viewsV2.productV2.present(productView(product), links, null)).images,
    variations: { '53': { id: 53 }, '54': { id: 54 } },
    add_to_cart: {
      text: 'Select options',
      description: 'Select options for &ldquo;Lamp&rdquo;',
      rest_url: '',
    },
  });
});

test('a simple product has empty lists for empty maps, and no rating without ratings', () => {
  const shown = read(aProduct({ ratingCount: 0, prices: aPrice({ price: 1500, sale: 1500, onSale: true }) }));
  expect({
    prices: [shown.price, shown.regular_price, shown.sale_price],
    attributes: shown.attributes,
    default_attributes: shown.default_attributes,
    variations: shown.variations,
    pictures: shown.images.map(({ id }: { id: number }) => id),
    rating: shown.rating_html,
    low: shown.low_stock_amount,
  }).toEqual({
    prices: ['€15,00', '€18,00', '€15,00'],
    attributes: [],
    default_attributes: [],
    variations: [],
    pictures: [0],
    rating: '',
    low: '',
  });
  expect(read(aProduct({ ratingCount: 1 })).rating_html).toMatch(/based on 1 customer rating$/);
  expect(read(aProduct({ prices: aPrice({ price: null, regular: null }) })).price).toBe('');
});

test('reviews inside a product have rating and verified as texts', () => {
  const reviews = [aReview(), aReview({ id: 502, rating: 0, verified: false })];
  expect(read(aProduct(), { reviews }).reviews).toMatchObject([
    { id: 501, review_id: '501', rating: '5', verified: '1' },
    { id: 502, review_id: '502', rating: '0', verified: '0' },
  ]);
});

test('a list is a bare array of whole products, with variations on request', () => {
  const plain = aProduct({ ...lamp, variationIds: [54], variations: [] });
  const entries = [plain, aProduct({ ...lamp, variationIds: [54] })].map((product) => ({
    product,
    reviews: [],
  }));
  const view = { entries, units, context: 'view', page: 1, totalPages: 1, total: 2 } as const;
  const [first, second] = asRead(productsV1(view, links));
  expect(first).toEqual(read(plain));
  expect({ ...second, variations: null }).toEqual({ ...read(plain), variations: null });
  const { images: pictures, ...variation } = second.variations['54'];
  expect(pictures[0].id).toBe(0);
  expect(variation).toEqual({
    id: 54,
    name: 'T-Shirt - Red',
    slug: 't-shirt-red',
    permalink: 'https://shop.example/product/t-shirt/?attribute_pa_colour=red',
    date_created: '2031-02-03T10:10:11',
    date_created_gmt: '2031-02-03T09:10:11',
    date_modified: '2031-02-04T10:10:11',
    date_modified_gmt: '2031-02-04T09:10:11',
    description: 'Long.',
    sku: 'woo-tshirt-red',
    price: '€15,00',
    regular_price: '€18,00',
    sale_price: '€15,00',
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: false,
    purchasable: true,
    total_sales: 3,
    virtual: false,
    downloadable: false,
    manage_stock: false,
    stock_quantity: null,
    stock_status: 'instock',
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    in_stock: true,
    low_stock_amount: '',
    weight: { value: '0.4', unit: 'kg' },
    dimensions: { length: '10', width: '20', height: '', unit: 'cm' },
    shipping_required: true,
    attributes: { attribute_pa_colour: { id: 3, name: 'Colour', option: 'Red' } },
    menu_order: 0,
    meta_data: [],
  });
});

test('a variation that is read as a product has no type, and only its own options', () => {
  const { attributes: _chosen, ...members } = aVariation();
  const attributes = [fixed, { ...fixed, id: 4, key: 'pa_size', name: 'Size', options: colours }];
  const shown = read(aProduct({ ...members, type: 'variation', attributes }));
  expect('type' in shown).toBe(false);
  expect(shown.attributes).toEqual({ attribute_pa_colour: { id: 3, name: 'Colour', option: 'Red' } });
});
