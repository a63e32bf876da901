import { expect, test } from 'vitest';
import { z } from 'zod';
import { service } from '../../gateway/views/service.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const text = z.string();
const number = z.int();
const named = z.array(z.object({ id: number, name: text, slug: text }));
const hrefs = z.array(z.object({ href: text }));
const Product = z.looseObject({
  id: number,
  stock_quantity: number.nullable(),
  catalog_visibility: text,
  tax_status: text,
  price_html: text,
  downloadable: z.boolean(),
  downloads: z.array(z.object({ name: text, file: text })),
  upsell_ids: z.array(number),
  cross_sell_ids: z.array(number),
  grouped_products: z.array(number),
  categories: named,
  tags: named,
  images: z.array(z.object({ id: number, name: text, src: text })),
  links: z.object({ self: hrefs, collection: hrefs }),
});

/** Returns a product of v1, validated against the whole schema (docs/specification.md, section 2.4). */
async function product(id: number): Promise<z.infer<typeof Product>> {
  const { status, body } = await shop.get(`/v1/products/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Product.parse(service.views.productV1.schema.parse(body));
}

test('[2.4 integers] are ids, orders, limits and counts of the shop', async () => {
  expect(await product(22)).toMatchObject({
    id: 22,
    parent_id: 0,
    menu_order: 0,
    total_sales: 0,
    download_limit: 1,
    download_expiry: 1,
    stock_quantity: null,
    shipping_class_id: 0,
    rating_count: 2,
  });
  expect((await product(35)).stock_quantity).toBe(5);
});

test('[2.4 texts] name, price and classify the product', async () => {
  expect(await product(35)).toMatchObject({
    name: 'Stock Five',
    slug: 'stock-five',
    type: 'simple',
    status: 'publish',
    catalog_visibility: 'visible',
    sku: 'ora-stock5',
    price: '10.00',
    regular_price: '10.00',
    sale_price: '',
    tax_status: 'taxable',
    tax_class: '',
    stock_status: 'instock',
    backorders: 'no',
    weight: '1.5',
    shipping_class: '',
    purchase_note: '',
  });
  expect((await product(35)).price_html).toContain('10.00');
  expect((await product(49)).tax_status).toBe('none');
  expect((await product(46)).catalog_visibility).toBe('hidden');
});

test('[2.4 date-times] carry the shop’s time and GMT', async () => {
  expect(await product(39)).toMatchObject({
    date_created: '2026-11-21T09:02:12',
    date_created_gmt: '2026-11-21T09:02:12',
    date_on_sale_from: '2026-01-01T00:00:00',
    date_on_sale_to_gmt: '2027-12-31T23:59:59',
  });
});

test('[2.4 booleans] tell how a product is sold and shown', async () => {
  expect(await product(42)).toMatchObject({ virtual: true, shipping_required: false, purchasable: true });
  expect(await product(37)).toMatchObject({ backorders_allowed: true, backordered: true });
  expect(await product(38)).toMatchObject({ sold_individually: true });
  expect(await product(51)).toMatchObject({ featured: true, reviews_allowed: true, on_sale: false });
  expect(await product(49)).toMatchObject({ shipping_taxable: false, manage_stock: false });
});

test('[2.4 downloads] have id, name and file', async () => {
  const { downloads, downloadable } = await product(22);
  expect(downloadable).toBe(true);
  expect(downloads.map(({ name }) => name)).toEqual(['Single 1', 'Single 2']);
  expect(downloads[0]?.file).toMatch(/\/single\.jpg$/);
});

test('[2.4 dimensions] are three texts', async () => {
  expect((await product(35)).dimensions).toEqual({ length: '10', width: '20', height: '30' });
});

test('[2.4 lists of ids] name other products', async () => {
  const { upsell_ids, cross_sell_ids } = await product(51);
  expect([upsell_ids, [...cross_sell_ids].sort()]).toEqual([[35], [39, 42]]);
  expect((await product(52)).variations).toEqual([53, 54, 55, 56, 57, 58]);
  expect([...(await product(50)).grouped_products].sort()).toEqual([13, 35, 39]);
  expect((await product(22)).related_ids).toEqual([23]);
});

test('[2.4 categories, tags] have id, name and slug', async () => {
  const { categories, tags } = await product(13);
  expect(categories).toEqual([{ id: 17, name: 'Tshirts', slug: 'tshirts' }]);
  expect(tags.map(({ slug }) => slug).sort()).toEqual(['basic', 'cotton']);
});

test('[2.4 images] have one address each', async () => {
  const { images } = await product(13);
  expect(images.map(({ id, name }) => [id, name])).toEqual([
    [61, 'sample-blue'],
    [62, 'sample-brown'],
  ]);
  expect(images[0]?.src).toMatch(/sample-blue\.png$/);
});

test('[2.4 attributes] are a list with the labels of their options', async () => {
  expect((await product(52)).attributes).toEqual([
    { id: 3, name: 'Colour', position: 0, visible: true, variation: true, options: ['Blue', 'Red'] },
    { id: 2, name: 'Size', position: 1, visible: true, variation: true, options: ['L', 'M', 'S'] },
  ]);
});

test('[2.4 default_attributes] have the option that is chosen at first', async () => {
  expect((await product(52)).default_attributes).toEqual([
    { id: 3, name: 'Colour', option: 'red' },
    { id: 2, name: 'Size', option: 'm' },
  ]);
});

test('[2.4 meta_data] has id, key and value', async () => {
  expect((await product(51)).meta_data).toMatchObject([{ key: 'custom_meta', value: 'custom value' }]);
});

test('[2.4 links] lead to the product and to all products', async () => {
  const { links } = await product(13);
  expect(links.self[0]?.href).toMatch(/\/v1\/products\/13$/);
  expect(links.collection[0]?.href).toMatch(/\/v1\/products$/);
});

test('[3 context] `view` and `embed` select the members; other values are refused', async () => {
  const view = await shop.get('/v1/products/13?context=view');
  const embed = await shop.get('/v1/products/13?context=embed');
  expect(view.body).toEqual((await shop.get('/v1/products/13')).body);
  const names = (body: unknown) => Object.keys(body as object);
  expect(names(view.body)).toEqual(expect.arrayContaining(names(embed.body)));
  expect(names(embed.body).length).toBeLessThan(names(view.body).length);
  expect((await shop.get('/v1/products/13?context=edit')).body).toMatchObject({ code: 'rest_invalid_param' });
});

test('[4.1 GET /v1/products/{id}] accepts only a number', async () => {
  for (const id of [13, 50, 41, 52, 43, 47]) expect((await product(id)).id).toBe(id);
  expect((await shop.get('/v1/products/999999')).body).toMatchObject({
    code: 'service_product_invalid_id',
    data: { status: 404 },
  });
  expect((await shop.get('/v1/products/woo-tshirt')).status).toBe(404);
  expect((await shop.get('/v1/products/44')).status).toBe(404);
});
