import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { aCategory, anAttribute, aTag } from '#testing/gateway/catalogue-samples.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture());

describe.each(['v1', 'v2'])('in %s', (version) => {
  const path = `/${version}/products`;

  test('terms are an array with paging headers, empty past the end', async () => {
    site.fakes.lists.terms.tags = [35, 36, 37].map((id) => aTag({ id }));
    const { status, body, headers } = await site.get(`${path}/tags?per_page=2&page=2&hide_empty=0`);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [37]]);
    expect([headers.get('X-WP-Total'), headers.get('X-WP-TotalPages')]).toEqual(['3', '2']);
    expect(headers.get('Link')).toBe(
      `<https://api.example${path}/tags?per_page=2&hide_empty=false&page=1>; rel="prev"`,
    );
    const past = await site.get(`${path}/tags?page=9`);
    expect([past.status, past.body]).toEqual([200, []]);
  });

  test('attributes are not paged', async () => {
    site.fakes.lists.terms.attributes = Array.from({ length: 12 }, (_, id) => anAttribute({ id: id + 1 }));
    const { body, headers } = await site.get(`${path}/attributes?page=2&per_page=5`);
    expect([
      body.length,
      headers.get('X-WP-Total'),
      headers.get('X-WP-TotalPages'),
      headers.get('Link'),
    ]).toEqual([12, '12', '1', null]);
    expect(site.fakes.last.request).toMatchObject({ kind: 'attributes', page: 1, perPage: null });
  });

  test.each([
    ['categories/999', 'service_term_invalid'],
    ['tags/999', 'service_term_invalid'],
    ['attributes/999', 'service_attribute_invalid'],
    ['attributes/999/terms', 'service_taxonomy_invalid'],
    ['attributes/999/terms/31', 'service_taxonomy_invalid'],
    ['attributes/3/terms/999', 'service_term_invalid'],
  ])('%s is 404 %s', async (rest, code) => {
    const { status, body } = await site.get(`${path}/${rest}`);
    expect([status, body.code, body.data]).toEqual([404, code, { status: 404 }]);
    const cocart = await site.get(`/wp-json/cocart${path}/${rest}`);
    expect(cocart.body.code).toBe(code.replace('service', 'cocart'));
  });

  test('every parameter is passed on to the catalogue', async () => {
    const query =
      'per_page=5&page=2&search=a&include=1,2&exclude=3&slug=x,y&order=DESC&orderby=count&hide_empty=1&product=13';
    const asked = {
      page: 2,
      perPage: 5,
      offset: null,
      direction: 'desc',
      orderBy: 'count',
      search: 'a',
      include: [1, 2],
      exclude: [3],
      slugs: ['x', 'y'],
      parent: null,
      hideEmpty: true,
      product: 13,
      attribute: '',
    };
    for (const kind of ['categories', 'tags']) {
      await site.get(`${path}/${kind}?${query}`);
      expect(site.fakes.last.request).toEqual({ ...asked, kind });
    }
    await site.get(`${path}/attributes/3/terms?${query}&offset=4`);
    expect(site.fakes.last.request).toEqual({ ...asked, kind: 'terms', attribute: '3', offset: 4 });
  });

  test('some parameters are accepted for some kinds of terms only', async () => {
    const asked = async (rest: string) => {
      const { status } = await site.get(`${path}/${rest}`);
      const { parent, offset, orderBy } = site.fakes.last.request as Record<string, unknown>;
      return [status, parent, offset, orderBy];
    };
    expect(await asked('categories?parent=0&offset=3')).toEqual([200, 0, null, 'name']);
    expect(await asked('tags?parent=0&offset=3')).toEqual([200, null, 3, 'name']);
    expect(await asked('attributes/3/terms?orderby=menu_order&parent=1')).toEqual([
      200,
      null,
      null,
      'menuOrder',
    ]);
    expect(await asked('tags?orderby=term_group')).toEqual([200, null, null, 'id']);
    expect((await site.get(`${path}/tags?orderby=menu_order`)).status).toBe(400);
  });
});

test('v2 finds terms by id and slug, v1 by id only', async () => {
  for (const rest of [
    'categories/lamps',
    'tags/brass',
    'attributes/pa_colour',
    'attributes/pa_colour/terms',
    'attributes/pa_colour/terms/teal',
  ]) {
    expect([rest, (await site.get(`/v2/products/${rest}`)).status]).toEqual([rest, 200]);
    const { status, body } = await site.get(`/v1/products/${rest}`);
    expect([rest, status, body.code]).toEqual([rest, 404, 'rest_no_route']);
  }
});

test('v1 has no routes for brands', async () => {
  expect((await site.get('/v2/products/brands/80')).body.slug).toBe('ample');
  expect((await site.get('/v2/products/brands/999')).body.code).toBe('service_term_invalid');
  expect((await site.get('/v2/products/brands?parent=3&offset=1')).status).toBe(200);
  expect(site.fakes.last.request).toMatchObject({ kind: 'brands', parent: 3, offset: 1 });
  expect((await site.get('/v1/products/brands')).body.code).toBe('rest_no_route');
});

test('a category links to itself, its list and its parent under the same version', async () => {
  site.fakes.lists.terms.categories = [aCategory()];
  const { body } = await site.get('/v2/products/categories/17');
  expect(body).toMatchObject({ id: 17, slug: 'lamps', parent: 16, count: 4 });
});
