import { type Connection, createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '#testing/import-shop.ts';
import { shareOf } from '#testing/length.ts';
import { examined, profiled } from '#testing/profiled.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import type { Route } from '../../gateway/routing/route.ts';

const startMs = 600_000;
/**
 * Number of products. Products and variations together exceed `maxKeys`, so the test detects a command that reads
 * all of them.
 */
const products = 2_400;
const maxKeys = 5_000;

let system: RunningSystem;
let observer: Connection;
beforeAll(async () => {
  system = await startSystem();
  await runCli(system.dataDir, ['seed', '--products', String(products)]);
  observer = await createConnection(system.mongodbUrl).asPromise();
}, startMs);
afterAll(async () => {
  await observer?.close();
  await system?.stop();
}, startMs);

/** The first id of the test shop. Product ids are eight apart, term ids are one apart. */
const first = 1_000_000;
const placeholders: Readonly<Record<string, string>> = {
  'categories/:id': `categories/${first + 1}`,
  'tags/:id': `tags/${first + 1}`,
  'brands/:id': `brands/${first + 1}`,
  'attributes/:id': `attributes/${first + 1}`,
  'terms/:term_id': `terms/${first + 1}`,
  'reviews/:id': `reviews/${first}`,
  'variations/:variation_id': `variations/${first + 9}`,
  'variations/:id': `variations/${first + 9}`,
  'products/:product_id': `products/${first + 8}`,
  'products/:id': `products/${first + 8}`,
};

function addressOf({ path }: Route): string {
  const address = Object.entries(placeholders).reduce((text, [part, real]) => text.replace(part, real), path);
  if (address.includes(':')) throw new Error(`${path} needs something to stand in it`);
  return address;
}

/**
 * A value for each declared parameter. A parameter without a value here fails the test. Values of `orderby`
 * come from the error for an unknown order.
 */
const values: Readonly<Record<string, string>> = {
  page: '3',
  per_page: '20',
  offset: '40',
  context: 'embed',
  order: 'asc',
  search: 'cartwright',
  slug: 'no-such-slug',
  sku: 's-1,s-2',
  global_unique_id: '4006381333931',
  include: `${first},${first + 8},${first + 16}`,
  exclude: `${first},${first + 8}`,
  parent: String(first + 1),
  parent_exclude: String(first + 8),
  type: 'simple',
  include_types: 'simple,variable',
  exclude_types: 'grouped',
  category: String(first + 40),
  category_operator: 'not_in',
  category_id: String(first + 40),
  tag: String(first + 3),
  tag_operator: 'and',
  brand: String(first + 3),
  brand_operator: 'in',
  attributes: '',
  attribute_relation: 'in',
  attribute: 'pa_colour',
  attribute_term: String(first + 1),
  featured: 'true',
  on_sale: 'true',
  hide_free: 'true',
  hide_empty: 'true',
  virtual: 'false',
  min_price: '10',
  max_price: '60',
  stock_status: 'instock',
  rating: '5',
  catalog_visibility: 'any',
  after: '2023-01-01T00:00:00',
  before: '2024-01-01T00:00:00',
  modified_after: '2023-01-01T00:00:00',
  modified_before: '2024-01-01T00:00:00',
  dates_are_gmt: 'true',
  seed: 'a',
  status: 'publish',
  shipping_class: 'heavy',
  tax_class: 'reduced',
  product: String(first + 8),
  reviewer: '3',
  reviewer_exclude: '3',
  reviewer_email: 'buyer-10@customers.example',
  show_reviews: 'true',
  return_variations: 'true',
  fields: 'id',
  _fields: 'id',
};

function pairOf(name: string): string {
  if (name === 'attributes') return 'attributes[0][attribute]=pa_colour&attributes[0][slug][]=red';
  const value = values[name];
  if (value === undefined) throw new Error(`the parameter ${name} has no value in this test`);
  return `${name}=${encodeURIComponent(value)}`;
}

async function ask(address: string, query: string): Promise<number> {
  const response = await fetch(`${system.httpUrl}${address}?_skip_cache=1&${query}`);
  await response.arrayBuffer();
  return response.status;
}

const Refusal = z.object({ data: z.object({ params: z.object({ orderby: z.string() }) }) });

/** Returns all sort orders of a list. The error for an unknown order names all orders. */
async function ordersOf(address: string): Promise<string[]> {
  const response = await fetch(`${system.httpUrl}${address}?orderby=zzz`);
  const { data } = Refusal.parse(await response.json());
  const [, words = ''] = /is not one of (.+)\.$/.exec(data.params.orderby) ?? [];
  return words.split(', ');
}

/** Returns queries with each parameter of a route alone, and with each parameter and a sort order. */
async function requestsOf(route: Route): Promise<string[]> {
  const names = Object.keys(route.schemas.query.shape);
  const alone = names.filter((name) => name !== 'orderby').map(pairOf);
  if (!names.includes('orderby')) return ['', ...alone];
  const orders = await ordersOf(addressOf(route));
  expect(orders.length, route.path).toBeGreaterThan(4);
  const sorted = ['', ...orders.map((order) => `orderby=${order}&`)];
  // The short form combines each parameter with every sixth order, the long form with all orders.
  return ['', ...alone].flatMap((one, index) =>
    (one === '' ? sorted : shareOf(sorted, index, 6)).map((order) => order + one),
  );
}

const catalogue = routes.filter(({ kind, method }) => kind === 'catalogue' && method === 'GET');

test('the routes to check are of both versions', () => {
  expect(catalogue.filter(({ path }) => path.startsWith('/v1/')).length).toBeGreaterThan(10);
  expect(catalogue.filter(({ path }) => path.startsWith('/v2/')).length).toBeGreaterThan(15);
});

/** Matches the collections of other services in the same database, and the log of changes. */
const otherServices =
  /\.(accounts|api_keys|auth_counters|auth_relays|changes|devices|erased_accounts|event_relays|known_networks|login_refusals|signing_keys|spent_refresh_tokens|token_families|token_revocations|verifications|password_resets|webhook_deliveries|webhooks)$/;

test.each(catalogue.map((route) => [route.path, route] as const))(
  '%s reads by an index, with any filter and order',
  async (path, route) => {
    const address = addressOf(route);
    const all = await profiled(observer, async () => {
      for (const query of await requestsOf(route)) {
        // The service may refuse a third page that does not exist, and the filter by email address, which is
        // for managers.
        expect([200, 400, 403, 404], `${address}?${query}`).toContain(await ask(address, query));
      }
    });
    const commands = all.filter(({ ns }) => !otherServices.test(ns));
    expect(commands.filter(({ planSummary }) => planSummary?.includes('COLLSCAN'))).toEqual([]);
    expect(commands.filter((command) => examined(command) > maxKeys)).toEqual([]);
    // MongoDB may sort a few dozen filtered reviews, but no products or terms.
    const sorted = commands.filter(({ hasSortStage }) => hasSortStage === true);
    expect(sorted.filter((command) => !path.endsWith('/reviews') || examined(command) > 250)).toEqual([]);
  },
  600_000,
);
