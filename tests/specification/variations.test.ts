import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from './shop.ts';
import { type ShownVariation, variationOf } from './shown-products.ts';

const shop = openShop();

/** Returns a page of variations, validated against the whole schema (docs/specification.md, section 2.3). */
async function page(id: number, query = '') {
  const { status, headers, body } = await shop.get(`/v2/products/${id}/variations${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { headers, variations: z.array(z.unknown()).parse(body).map(variationOf) };
}

async function variation(id: number): Promise<ShownVariation> {
  const one = (await page(52)).variations.find((each) => each.id === id);
  if (!one) throw new Error(`there is no variation ${id}`);
  return one;
}

test('[2.1 short currency] is in each variation of the list', async () => {
  expect((await variation(54)).prices.currency).toEqual({
    code: 'USD',
    symbol: '$',
    position: 'left',
    decimal_separator: '.',
    thousand_separator: ',',
    decimals: 2,
  });
});

test('[2.3 id, parent_id] name the variation and its product', async () => {
  expect((await page(52)).variations.map(({ id, parent_id }) => [id, parent_id])).toEqual(
    [58, 57, 56, 55, 54, 53].map((id) => [id, 52]),
  );
});

test('[2.3 name, slug, permalink, sku, description] are its own', async () => {
  const { name, slug, permalink, sku, description } = await variation(54);
  expect({ name, slug, sku }).toEqual({
    name: 'Variable Colour Size - Red, M',
    slug: 'variable-colour-size-red-m',
    sku: 'ora-variable-red-m',
  });
  expect(permalink).toContain('attribute_pa_size=m');
  expect(description).toContain('Variation red m');
});

test('[2.3 dates] are those of the shop, without offset', async () => {
  expect((await variation(54)).dates).toEqual({
    created: '2026-11-21T09:02:12',
    created_gmt: '2026-11-21T09:02:12',
    modified: '2026-11-21T09:02:13',
    modified_gmt: '2026-11-21T09:02:13',
  });
});

test('[2.3 featured] is false: a product is featured, not its variation', async () => {
  expect((await variation(54)).featured).toBe(false);
});

test('[2.3 prices] have no range, and a sale where one runs', async () => {
  expect((await variation(55)).prices).toMatchObject({
    price: '18.00',
    regular_price: '23.00',
    sale_price: '18.00',
    price_range: null,
    on_sale: true,
  });
  expect((await variation(58)).prices).toMatchObject({ price: '26.00', sale_price: '', on_sale: false });
});

test('[2.3 hidden_conditions] distinguish a stock-managed variation from the others', async () => {
  const conditions = {
    virtual: false,
    downloadable: false,
    manage_stock: false,
    sold_individually: false,
    shipping_required: true,
  };
  expect((await variation(54)).hidden_conditions).toEqual(conditions);
  expect((await variation(57)).hidden_conditions).toEqual({ ...conditions, manage_stock: true });
});

test('[2.3 images] show the variation’s own picture', async () => {
  const { images } = await variation(54);
  expect(images).toMatchObject([{ id: 62, name: 'sample-brown', position: 0, featured: true }]);
});

test('[2.3 categories, tags] are those of the product', async () => {
  const { categories, tags } = await variation(54);
  expect(categories).toMatchObject([{ id: 15, slug: 'uncategorized' }]);
  expect(categories[0]?.rest_url).toMatch(/\/v2\/products\/categories\/15$/);
  expect(tags).toEqual([]);
});

test('[2.3 attributes] are a list with the chosen option of each', async () => {
  expect((await variation(54)).attributes).toEqual([
    { id: 3, name: 'Colour', position: 0, visible: true, variation: true, options: ['Red'] },
    { id: 2, name: 'Size', position: 1, visible: true, variation: true, options: ['M'] },
  ]);
});

test('[2.3 stock] has a quantity if the shop manages stock', async () => {
  expect((await variation(57)).stock).toMatchObject({ stock_quantity: 2, is_in_stock: true });
  expect((await variation(56)).stock).toMatchObject({ is_in_stock: false, stock_status: 'outofstock' });
});

test('[2.3 weight, dimensions] have their units', async () => {
  const { weight, dimensions } = await variation(54);
  expect([weight.unit, dimensions.unit]).toEqual(['kg', 'cm']);
});

test('[2.3 total_sales] is a number', async () => {
  expect((await variation(54)).total_sales).toBe(0);
});

test('[2.3 add_to_cart] bounds the quantity and adds this very variation', async () => {
  const { add_to_cart } = await variation(57);
  expect(add_to_cart).toMatchObject({
    is_purchasable: true,
    purchase_quantity: { min_purchase: 1, max_purchase: 2 },
  });
  const url = new URL(add_to_cart.rest_url);
  expect([url.pathname, url.searchParams.get('id')]).toEqual(['/v2/cart/add-item', '57']);
});

test('[2.3 meta_data] is a list', async () => {
  expect((await variation(54)).meta_data).toEqual([]);
});

test('[4.1 GET /v2/products/{id}/variations] gives a bare list, empty for a product without any', async () => {
  expect((await page(52)).variations).toHaveLength(6);
  expect((await page(13)).variations).toEqual([]);
  expect((await shop.get('/v2/products/abc/variations')).status).toBe(404);
});

test('[8 per_page of v2] is 10 when not given, and bounded', async () => {
  const terms = await shop.get('/v2/products/attributes/2/terms');
  expect(terms.headers.get('x-wp-totalpages')).toBe('1');
  expect((await page(52, '?per_page=2')).variations).toHaveLength(2);
  for (const perPage of ['0', '101', 'many']) {
    for (const list of ['products/52/variations', 'products/attributes/2/terms']) {
      const { status, body } = await shop.get(`/v2/${list}?per_page=${perPage}`);
      expect([status, (body as { code: string }).code]).toEqual([400, 'rest_invalid_param']);
    }
  }
});

test('[8 page] is 1 by default and reaches all records', async () => {
  const seen: number[] = [];
  for (const number of ['', '&page=2', '&page=3']) {
    const { headers, variations } = await page(52, `?per_page=2${number}`);
    expect(headers.get('x-wp-total')).toBe('6');
    seen.push(...variations.map(({ id }) => id));
  }
  expect(seen).toEqual([58, 57, 56, 55, 54, 53]);
});
