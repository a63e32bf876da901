import { expect, test } from 'vitest';
import { z } from 'zod';
import { service } from '../../gateway/views/service.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const path = '/v1/products/52/variations';

const hrefs = z.array(z.object({ href: z.string() }));
const Variations = z.array(
  z.looseObject({
    id: z.int(),
    image: z.object({ id: z.int(), name: z.string() }),
    links: z.object({ self: hrefs, collection: hrefs, up: hrefs }),
  }),
);

/** Returns the variations of product 52, validated against the whole schema (docs/specification.md, section 2.5). */
async function list(query = ''): Promise<z.infer<typeof Variations>> {
  const { status, body } = await shop.get(`${path}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Variations.parse(service.views.variationsV1.schema.parse(body));
}

async function ids(query = ''): Promise<number[]> {
  return (await list(query)).map(({ id }) => id);
}

/** Returns the name of the only invalid parameter of a query. */
async function refused(query: string): Promise<unknown> {
  const { status, body } = await shop.get(`${path}?${query}`);
  const { code, data } = z
    .object({ code: z.string(), data: z.object({ params: z.record(z.string(), z.string()) }) })
    .parse(body);
  expect([status, code]).toEqual([400, 'rest_invalid_param']);
  return Object.keys(data.params);
}

const all = [58, 57, 56, 55, 54, 53];

test('[2.5 shape] is whole for every variation', async () => {
  expect((await list()).find(({ id }) => id === 55)).toMatchObject({
    sku: 'ora-variable-red-l',
    price: '18.00',
    regular_price: '23.00',
    sale_price: '18.00',
    on_sale: true,
    status: 'publish',
    purchasable: true,
    download_limit: -1,
    tax_status: 'taxable',
    manage_stock: false,
    stock_status: 'instock',
    backorders: 'no',
  });
});

test('[2.5 image] is one picture', async () => {
  expect((await list()).find(({ id }) => id === 54)?.image).toMatchObject({ id: 62, name: 'sample-brown' });
});

test('[2.5 attributes] name the chosen options', async () => {
  const one = (await list()).find(({ id }) => id === 54);
  expect(one?.attributes).toEqual([
    { id: 3, name: 'Colour', option: 'Red' },
    { id: 2, name: 'Size', option: 'M' },
  ]);
});

test('[2.5 links] lead to the variation, to its siblings and to the product', async () => {
  const links = (await list()).find(({ id }) => id === 54)?.links;
  expect(links?.self[0]?.href).toMatch(/\/v1\/products\/52\/variations\/54$/);
  expect(links?.collection[0]?.href).toMatch(/\/v1\/products\/52\/variations$/);
  expect(links?.up[0]?.href).toMatch(/\/v1\/products\/52$/);
});

test('[4.1 GET /v1/products/{product_id}/variations] gives all of a product, newest first', async () => {
  expect(await ids()).toEqual(all);
  expect((await shop.get('/v1/products/13/variations')).body).toEqual([]);
});

test('[4.1.1 context] `embed` has fewer members; other values are refused', async () => {
  const [view, embed] = [await shop.get(path), await shop.get(`${path}?context=embed`)];
  const first = (body: unknown) => Object.keys((body as object[])[0] ?? {});
  expect(first(embed.body).length).toBeLessThan(first(view.body).length);
  expect(first(embed.body).length).toBeGreaterThan(3);
  expect(await refused('context=edit')).toEqual(['context']);
});

test('[4.1.1 page] selects the page, beginning with 1', async () => {
  expect([await ids('?per_page=4'), await ids('?per_page=4&page=2')]).toEqual([
    all.slice(0, 4),
    all.slice(4),
  ]);
  expect(await refused('page=0')).toEqual(['page']);
});

test('[4.1.1 per_page] is 10 when not given, at most 100', async () => {
  expect(await ids('?per_page=100')).toEqual(all);
  expect(await refused('per_page=101')).toEqual(['per_page']);
});

test('[8 per_page of v1] is refused beyond 1 to 100', async () => {
  expect([await refused('per_page=0'), await refused('per_page=101')]).toEqual([['per_page'], ['per_page']]);
});

test('[4.1.1 after, before] bound the day of publication', async () => {
  expect(await ids('?after=2026-11-21T09:02:11')).toEqual(all);
  expect(await ids('?after=2026-11-21T09:02:12')).toEqual([]);
  expect(await ids('?before=2026-11-21T09:02:13')).toEqual(all);
  expect(await ids('?before=2026-11-21T09:02:12')).toEqual([]);
  expect(await refused('after=notadate')).toEqual(['after']);
});

test('[4.1.1 modified_after, modified_before] bound the last change', async () => {
  expect(await ids('?modified_after=2026-11-21T09:02:12')).toEqual([54]);
  expect(await ids('?modified_before=2026-11-21T09:02:13')).toEqual([58, 57, 56, 55, 53]);
});

test('[4.1.1 dates_are_gmt] reads the bounds as GMT', async () => {
  expect(await ids('?after=2026-11-21T09:02:11&dates_are_gmt=true')).toEqual(all);
  expect(await refused('dates_are_gmt=perhaps')).toEqual(['dates_are_gmt']);
});

test('[4.1.1 exclude, include] excludes the ids, or all others', async () => {
  expect(await ids('?exclude=58,57')).toEqual([56, 55, 54, 53]);
  expect(await ids('?include=53,55')).toEqual([55, 53]);
  expect(await ids('?include[]=53&include[]=55')).toEqual([55, 53]);
  expect(await refused('include=one')).toEqual(['include']);
});

test('[4.1.1 offset] skips that many records', async () => {
  expect(await ids('?offset=4')).toEqual([54, 53]);
  expect(await refused('offset=-1')).toEqual(['offset']);
});

test('[4.1.1 order] is desc when not given', async () => {
  expect(await ids('?order=desc')).toEqual(all);
  expect(await ids('?order=asc')).toEqual([...all].reverse());
});

test('[3 order] has two values', async () => {
  expect(await refused('order=upwards')).toEqual(['order']);
});

test('[4.1.1 orderby] is date when not given', async () => {
  expect(await ids('?orderby=date')).toEqual(all);
  expect(await ids('?orderby=price&order=asc')).toEqual([55, 53, 54, 56, 57, 58]);
});

test('[3 orderby] has nine values', async () => {
  for (const word of ['date', 'id', 'title', 'slug', 'price', 'popularity', 'rating', 'menu_order']) {
    expect((await ids(`?orderby=${word}`)).sort()).toEqual([...all].sort());
  }
  expect(await ids('?orderby=include&include=55,53,58')).toEqual([55, 53, 58]);
  expect(await refused('orderby=zzz')).toEqual(['orderby']);
});

test('[4.1.1 parent, parent_exclude] apply to the product in the path', async () => {
  expect(await ids('?parent=52')).toEqual(all);
  expect(await ids('?parent_exclude=52')).toEqual([]);
});

test('[4.1.1 slug] finds the one record', async () => {
  expect(await ids('?slug=variable-colour-size-red-m')).toEqual([54]);
});

test('[4.1.1 status] is publish when not given', async () => {
  expect(await ids('?status=publish')).toEqual(all);
});

test('[3 product status] has four values; the public sees published variations', async () => {
  for (const word of ['draft', 'pending', 'private']) expect(await ids(`?status=${word}`)).toEqual(all);
  expect(await refused('status=zzz')).toEqual(['status']);
});

test('[4.1.1 sku] finds the one record', async () => {
  expect(await ids('?sku=ora-variable-blue-m')).toEqual([57]);
});

test('[4.1.1 on_sale] selects variations on sale', async () => {
  expect([await ids('?on_sale=true'), await ids('?on_sale=false')]).toEqual([[55], [58, 57, 56, 54, 53]]);
});

test('[4.1.1 min_price, max_price] bound the price', async () => {
  expect(await ids('?min_price=22&max_price=25')).toEqual([57, 56, 54]);
  expect(await refused('min_price=cheap')).toEqual(['min_price']);
});

test('[4.1.1 stock_status] filters by stock', async () => {
  expect(await ids('?stock_status=outofstock')).toEqual([56]);
  expect(await refused('stock_status=zzz')).toEqual(['stock_status']);
});

test('[4.1.1 free text] is named search', async () => {
  expect((await ids('?search=red')).sort()).toEqual([53, 54, 55]);
});

test('[4.1.1 featured] selects featured variations; there are none', async () => {
  expect(await ids('?featured=false')).toEqual(all);
  expect(await ids('?featured=true')).toEqual([]);
});

test('[8 page] begins with 1 in v1', async () => {
  const { headers } = await shop.get(`${path}?per_page=2&page=3`);
  expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual(['6', '3']);
  expect(headers.get('link')).toMatch(/page=2.*rel="prev"/);
});
