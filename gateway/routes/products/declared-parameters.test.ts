import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { routes } from '../all-routes.ts';

const site = new GatewayFixture(natsFixture());

const integer = ['x', '1.5', ''];
const ids = ['x', '1,x', '99999999999'];
const flags = ['perhaps', '2', ''];
const words = ['zzz', ''];
const dates = ['notadate', '2031-02-30T00:00:00', ''];
const prices = ['abc', '-1', '1e3', '1,5'];
const long = (most: number) => ['x'.repeat(most + 1)];

/** Invalid values of each query parameter, by the name of the parameter. */
const invalidValues: Readonly<Record<string, readonly string[]>> = {
  fields: long(1_000),
  _fields: long(1_000),
  page: [...integer, '0', '-1'],
  per_page: [...integer, '0', '101'],
  offset: [...integer, '-1'],
  order: words,
  orderby: words,
  context: [...words, 'edit'],
  search: long(200),
  slug: long(200),
  sku: long(100),
  global_unique_id: long(100),
  include: ids,
  exclude: ids,
  parent: ids,
  parent_exclude: ids,
  type: [...words, 'simple,variable'],
  include_types: ['zzz', 'simple,zzz'],
  exclude_types: ['zzz'],
  category: long(200),
  category_operator: words,
  tag: long(200),
  tag_operator: words,
  brand: long(200),
  brand_operator: words,
  attributes: ['x'],
  attribute_relation: words,
  featured: flags,
  on_sale: flags,
  hide_free: flags,
  virtual: flags,
  min_price: prices,
  max_price: prices,
  stock_status: words,
  rating: ['x', '6', '-1'],
  catalog_visibility: words,
  after: dates,
  before: dates,
  modified_after: dates,
  modified_before: dates,
  dates_are_gmt: flags,
  seed: long(64),
  status: [...words, 'trash', 'publish,draft'],
  shipping_class: long(200),
  attribute: long(200),
  attribute_term: long(200),
  tax_class: long(200),
  show_reviews: flags,
  return_variations: flags,
  hide_empty: flags,
  product: ['x', '1.5'],
  category_id: ids,
  reviewer: ids,
  reviewer_exclude: ids,
  reviewer_email: long(320),
};

const catalogue = routes.filter(({ kind, method }) => kind === 'catalogue' && method === 'GET');

test.each(catalogue.map((one) => [one.path, one] as const))(
  '%s refuses every invalid parameter by name, without a request to a service',
  async (path, { schemas }) => {
    const address = path.replaceAll(/:\w+/g, '13');
    for (const name of Object.keys(schemas.query.shape)) {
      for (const value of invalidValues[name] ?? [`no bad value of ${name} is in the table`]) {
        const { status, body } = await site.get(`${address}?${name}=${encodeURIComponent(value)}`);
        const answer = [name, value, status, body.code, Object.keys(body.data?.params ?? {})];
        expect(answer).toEqual([name, value, 400, 'rest_invalid_param', [name]]);
      }
    }
    expect(site.fakes.heard).toEqual([]);
  },
);

test('every parameter in the table of invalid values belongs to a route', () => {
  const declared = new Set(catalogue.flatMap(({ schemas }) => Object.keys(schemas.query.shape)));
  expect(Object.keys(invalidValues).filter((name) => !declared.has(name))).toEqual([]);
});

test('objects in place of scalars are refused or ignored', async () => {
  for (const name of Object.keys(invalidValues)) {
    if (name === 'attributes') continue;
    const { status } = await site.get(`/v2/products?${name}[$ne]=1&${name}[0][$gt]=1`);
    expect([name, [200, 400].includes(status)]).toEqual([name, true]);
  }
  for (const { request } of site.fakes.heard) expect(JSON.stringify(request)).not.toContain('$');
});
