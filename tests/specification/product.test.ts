import { expect, test } from 'vitest';
import { openShop } from './shop.ts';
import { productOf, type ShownProduct } from './shown-products.ts';

const shop = openShop();

/** Returns a product, validated against the whole schema (docs/specification.md, section 2.2). */
async function product(reference: number | string): Promise<ShownProduct> {
  const { status, body } = await shop.get(`/v2/products/${reference}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return productOf(body);
}

test('[2.1 currency of a product] has prefix and suffix and no position', async () => {
  expect((await product(13)).prices.currency).toEqual({
    currency_code: 'USD',
    currency_symbol: '$',
    currency_minor_unit: 2,
    currency_decimal_separator: '.',
    currency_thousand_separator: ',',
    currency_prefix: '$',
    currency_suffix: '',
  });
});

test('[2.2 shape] is whole for every kind of simple product', async () => {
  for (const id of [13, 14, 35, 36, 37, 38, 39, 40, 42, 43, 46, 47, 48, 49, 51]) {
    expect((await product(id)).type).toBe('simple');
  }
});

test('[2.2 id] is the id in the path', async () => {
  expect((await product(35)).id).toBe(35);
});

test('[2.2 parent_id] is 0 for a product without a parent', async () => {
  expect((await product(13)).parent_id).toBe(0);
});

test('[2.2 name, slug, permalink] are those of the shop', async () => {
  const { name, slug, permalink } = await product(13);
  expect({ name, slug }).toEqual({ name: 'T-Shirt', slug: 't-shirt' });
  expect(permalink).toMatch(/\/t-shirt\/?$/);
});

test('[2.2 sku] is that of the shop', async () => {
  expect((await product(13)).sku).toBe('woo-tshirt');
});

test('[2.2 description, short_description] keep their HTML', async () => {
  const { description, short_description } = await product(35);
  expect(description).toMatch(/^<p>/);
  expect(short_description).toBe('<p>Stock Five short.</p>');
});

test('[2.2 dates] are those of the shop, without offset', async () => {
  expect((await product(13)).dates).toEqual({
    created: '2026-11-21T09:02:10',
    created_gmt: '2026-11-21T09:02:10',
    modified: '2026-11-21T09:02:13',
    modified_gmt: '2026-11-21T09:02:13',
  });
});

test('[2.2 featured] tells the featured product from the others', async () => {
  expect([(await product(51)).featured, (await product(13)).featured]).toEqual([true, false]);
});

test('[2.2 prices] are decimal texts, and a sale price only where there is one', async () => {
  const [plain, onSale, unpriced] = [await product(13), await product(14), await product(43)];
  expect(plain.prices).toMatchObject({ price: '18.00', regular_price: '18.00', sale_price: '' });
  expect(onSale.prices).toMatchObject({ price: '18.00', regular_price: '20.00', sale_price: '18.00' });
  expect(unpriced.prices).toMatchObject({ price: '', regular_price: '', sale_price: '' });
});

test('[2.2 prices.on_sale] is true exactly while a sale runs, and the price follows', async () => {
  expect((await product(13)).prices.on_sale).toBe(false);
  expect((await product(14)).prices.on_sale).toBe(true);
  const now = new Date().toISOString();
  for (const id of [39, 40]) {
    const { date_on_sale, on_sale, price, regular_price, sale_price } = (await product(id)).prices;
    const runs = (date_on_sale.from_gmt ?? '') <= now && now <= (date_on_sale.to_gmt ?? '');
    expect({ on_sale, price }).toEqual({ on_sale: runs, price: runs ? sale_price : regular_price });
  }
});

test('[2.2 prices.date_on_sale] has the ends of a scheduled sale, else nulls', async () => {
  expect((await product(39)).prices.date_on_sale).toEqual({
    from: '2026-01-01T00:00:00',
    from_gmt: '2026-01-01T00:00:00',
    to: '2027-12-31T23:59:59',
    to_gmt: '2027-12-31T23:59:59',
  });
  expect((await product(13)).prices.date_on_sale).toEqual({
    from: null,
    from_gmt: null,
    to: null,
    to_gmt: null,
  });
});

test('[2.2 hidden_conditions] distinguish virtual, stock-managed and individually sold products', async () => {
  const plain = {
    virtual: false,
    downloadable: false,
    manage_stock: false,
    sold_individually: false,
    reviews_allowed: true,
    shipping_required: true,
  };
  expect((await product(13)).hidden_conditions).toEqual(plain);
  expect((await product(42)).hidden_conditions).toEqual({
    ...plain,
    virtual: true,
    shipping_required: false,
  });
  expect((await product(35)).hidden_conditions).toEqual({ ...plain, manage_stock: true });
  expect((await product(38)).hidden_conditions).toEqual({ ...plain, sold_individually: true });
  expect((await product(23)).hidden_conditions.downloadable).toBe(true);
});

test('[2.2 average_rating] is the mean of the ratings', async () => {
  expect((await product(13)).average_rating).toBe('4.00');
});

test('[2.2 review_count, rating_count] count the reviews', async () => {
  expect(await product(13)).toMatchObject({ review_count: 2, rating_count: 2 });
  expect(await product(35)).toMatchObject({ review_count: 0, rating_count: 0 });
});

test('[2.2 rated_out_of] names the highest rating', async () => {
  expect((await product(13)).rated_out_of).toBe('5');
});

test('[2.2 images] come in their order, the first one featured', async () => {
  const { images } = await product(13);
  expect(images.map(({ src: _, ...rest }) => rest)).toEqual([
    { id: 61, name: 'sample-blue', alt: 'Blue square', position: 0, featured: true },
    { id: 62, name: 'sample-brown', alt: '', position: 1, featured: false },
  ]);
  expect(images[0]?.src.full).toBe('http://shop.example/wp-content/uploads/2026/11/sample-blue.png');
});

test('[2.2 categories] name the category and link to it', async () => {
  const { categories } = await product(13);
  expect(categories).toMatchObject([{ id: 17, name: 'Tshirts', slug: 'tshirts' }]);
  expect(categories[0]?.rest_url).toMatch(/\/v2\/products\/categories\/17$/);
});

test('[2.2 tags] name each tag and link to it', async () => {
  const { tags } = await product(13);
  expect(tags.map(({ id, slug }) => `${id} ${slug}`).sort()).toEqual(['35 cotton', '36 basic']);
  expect(tags.map(({ rest_url }) => Number(rest_url.split('/').at(-1)))).toEqual(tags.map(({ id }) => id));
});

test('[2.2 attributes] are keyed by attribute, their options by slug', async () => {
  expect((await product(13)).attributes).toEqual({
    attribute_pa_color: {
      id: 1,
      name: 'Color',
      position: 0,
      is_attribute_visible: true,
      used_for_variation: false,
      options: { gray: 'Gray' },
    },
  });
});

test('[2.2 stock] has a quantity if the shop manages stock', async () => {
  const uncounted = {
    is_in_stock: true,
    stock_quantity: null,
    stock_status: 'instock',
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    low_stock_amount: null,
  };
  expect((await product(13)).stock).toEqual(uncounted);
  expect((await product(35)).stock).toEqual({ ...uncounted, stock_quantity: 5, low_stock_amount: 2 });
});

test('[2.2 weight] has value and unit', async () => {
  expect((await product(35)).weight).toEqual({ value: '1.5', unit: 'kg' });
});

test('[2.2 dimensions] have three lengths and their unit', async () => {
  expect((await product(35)).dimensions).toEqual({ length: '10', width: '20', height: '30', unit: 'cm' });
});

test('[2.2 related, upsells, cross_sells] show other products with price and links', async () => {
  const { related, upsells, cross_sells } = await product(51);
  expect(upsells).toMatchObject([{ id: 35, name: 'Stock Five', price: '10.00' }]);
  expect(upsells[0]?.rest_url).toMatch(/\/v2\/products\/35$/);
  expect(cross_sells.map(({ id, price }) => `${id} ${price}`).sort()).toEqual(['39 15.00', '42 7.00']);
  expect(related.length).toBeGreaterThan(0);
  expect(related.map(({ id }) => id)).not.toContain(51);
});

test('[2.2 total_sales] counts what was sold', async () => {
  expect((await product(13)).total_sales).toBe(0);
});

test('[2.2 add_to_cart] bounds the quantity and links to the operation', async () => {
  const { text, rest_url, ...rest } = (await product(35)).add_to_cart;
  expect(rest).toMatchObject({
    has_options: false,
    is_purchasable: true,
    purchase_quantity: { min_purchase: 1, max_purchase: 5 },
  });
  expect(text).not.toBe('');
  expect(new URL(rest_url).pathname).toBe('/v2/cart/add-item');
  expect((await product(43)).add_to_cart.is_purchasable).toBe(false);
});

test('[2.2 meta_data] shows what is public', async () => {
  expect((await product(51)).meta_data).toMatchObject([{ key: 'custom_meta', value: 'custom value' }]);
  expect((await product(13)).meta_data).toEqual([]);
});

test('[3 stock status] is one of three', async () => {
  const stocks = [await product(13), await product(36), await product(37)].map(({ stock }) => stock);
  expect(stocks.map(({ stock_status }) => stock_status)).toEqual(['instock', 'outofstock', 'onbackorder']);
  expect(stocks.map(({ is_in_stock }) => is_in_stock)).toEqual([true, false, true]);
});

test('[3 backorders] are `no` if the product cannot be backordered', async () => {
  expect((await product(35)).stock).toMatchObject({ backorders: 'no', backorders_allowed: false });
  expect((await product(37)).stock).toMatchObject({ backorders: 'notify', backorders_allowed: true });
});

test('[4.1 GET /v2/products/{id}] gives the same product by its id and by its SKU', async () => {
  expect(await product('woo-tshirt')).toEqual(await product(13));
});
