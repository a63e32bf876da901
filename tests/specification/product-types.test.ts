import { expect, test } from 'vitest';
import { openShop } from './shop.ts';
import { productOf, type ShownProduct } from './shown-products.ts';

const shop = openShop();

async function product(reference: number | string, query = ''): Promise<ShownProduct> {
  const { status, body } = await shop.get(`/v2/products/${reference}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return productOf(body);
}

test('[2.2 type] is one of four, each with the complete shape', async () => {
  const types = await Promise.all([13, 50, 41, 52].map(async (id) => (await product(id)).type));
  expect(types).toEqual(['simple', 'grouped', 'external', 'variable']);
});

test('[3 product type] has exactly four values', async () => {
  const { body } = await shop.get('/v2/products?per_page=100');
  const { products } = body as { products: { type: string }[] };
  expect([...new Set(products.map(({ type }) => type))].sort()).toEqual([
    'external',
    'grouped',
    'simple',
    'variable',
  ]);
});

test('[2.2 prices.price_range] is the range of the variations’ prices, null for a single price', async () => {
  expect((await product(52)).prices).toMatchObject({
    price: '18.00',
    price_range: { min: '18.00', max: '26.00' },
  });
  expect((await product(13)).prices.price_range).toBeNull();
  expect((await product(59)).prices.price_range).toBeNull();
});

test('[2.2 attributes.used_for_variation] marks the attributes that make variations', async () => {
  const used = Object.entries((await product(52)).attributes).map(([key, one]) => [
    key,
    one.used_for_variation,
    one.options,
  ]);
  expect(used).toEqual([
    ['attribute_pa_colour', true, { blue: 'Blue', red: 'Red' }],
    ['attribute_pa_size', true, { l: 'L', m: 'M', s: 'S' }],
  ]);
  expect((await product(13)).attributes.attribute_pa_color?.used_for_variation).toBe(false);
});

test('[2.2 default_attributes] are the options chosen at first, keyed like the attributes', async () => {
  expect((await product(52)).default_attributes).toEqual({
    attribute_pa_colour: { id: 3, name: 'Colour', option: { red: 'Red' } },
    attribute_pa_size: { id: 2, name: 'Size', option: { m: 'M' } },
  });
  expect((await product(13)).default_attributes).toEqual({});
});

test('[2.2 variations] are whole objects in the order of the shop', async () => {
  const { variations } = await product(52);
  expect(variations.map(({ id, sku }) => `${id} ${sku}`)).toEqual([
    '53 ora-variable-red-s',
    '54 ora-variable-red-m',
    '55 ora-variable-red-l',
    '56 ora-variable-blue-s',
    '57 ora-variable-blue-m',
    '58 ora-variable-blue-l',
  ]);
  expect(variations[2]).toMatchObject({
    attributes: { attribute_pa_colour: 'red', attribute_pa_size: 'l' },
    prices: { price: '18.00', regular_price: '23.00', sale_price: '18.00', on_sale: true },
    add_to_cart: { is_purchasable: true, purchase_quantity: { min_purchase: 1, max_purchase: -1 } },
  });
  expect(variations[3]?.stock).toMatchObject({ is_in_stock: false, stock_status: 'outofstock' });
  expect(variations[4]).toMatchObject({
    stock: { stock_quantity: 2 },
    add_to_cart: { purchase_quantity: { max_purchase: 2 } },
  });
  // A variation with a picture shows its own picture.
  expect(variations[1]?.featured_image.full).toMatch(/sample-brown\.png$/);
});

test('[2.2 variations] have an empty slug for any option', async () => {
  expect((await product(59)).variations.map(({ attributes }) => attributes)).toEqual([
    { attribute_material: '' },
  ]);
});

test('[2.2 grouped_products] are the ids of the products in the group', async () => {
  const group = await product(50);
  expect([...group.grouped_products].sort()).toEqual([13, 35, 39]);
  expect(group.prices).toMatchObject({ price: '10.00', on_sale: true });
  expect((await product(13)).grouped_products).toEqual([]);
});

test('[2.2 reviews] are included only on request', async () => {
  expect((await product(13)).reviews).toEqual([]);
  const { reviews } = await product(13, '?show_reviews=true');
  expect(reviews.map(({ product_id, rating }) => [product_id, rating]).sort()).toEqual([
    [13, 3],
    [13, 5],
  ]);
});

test('[4.1 GET /v2/products/{id} show_reviews] is a boolean; other values are refused', async () => {
  expect((await product(14, '?show_reviews=1')).reviews).toHaveLength(3);
  expect((await product(14, '?show_reviews=false')).reviews).toEqual([]);
  const { status, body } = await shop.get('/v2/products/14?show_reviews=perhaps');
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { show_reviews: expect.any(String) } } },
  });
});

test('[2.2 external_url, button_text] link to the shop that sells an external product', async () => {
  const { external_url, button_text, add_to_cart } = await product(41);
  expect({ external_url, button_text }).toEqual({
    external_url: 'https://example.com/buy',
    button_text: 'Buy there',
  });
  expect(add_to_cart).toMatchObject({ text: 'Buy there', is_purchasable: false, rest_url: '' });
  expect(await product(13)).toMatchObject({ external_url: '', button_text: '' });
});

test('[2.2 add_to_cart.has_options] is true for a product with options to choose', async () => {
  const has = await Promise.all(
    [13, 50, 41, 52].map(async (id) => (await product(id)).add_to_cart.has_options),
  );
  expect(has).toEqual([false, false, false, true]);
  expect((await product(52)).add_to_cart.purchase_quantity).toEqual({});
});
