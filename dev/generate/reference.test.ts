import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '../../gateway/routes/all-routes.ts';
import { flag } from '../../gateway/routing/parameters.ts';
import { route } from '../../gateway/routing/route.ts';
import { nameOfRoute, reference } from './reference.ts';

const some = route({
  method: 'POST',
  path: '/v2/some/:id',
  summary: 'Some',
  answers: { 200: { store: '', loggedOut: 'with `out=true`' }, 207: { refreshed: 'at times' } },
  kind: 'account',
  params: z.object({ id: z.string().max(9).describe('The ID.') }),
  body: z.object({ out: flag().default(false).describe('A | sign.') }),
  errors: ['service_product_invalid_id', 'service_invalid_product'],
  handle: () => Promise.reject(new Error('not asked')),
});
const open = '<!-- route POST /v2/some/{id} -->\n<!-- /route -->';
const store = '<!-- schema Store -->\n<!-- /schema -->';

/** Pages with the tables of the other schemas of the routes in this test. */
const currency = {
  'currency.md': '<!-- schema CartCurrency -->\n<!-- /schema -->\n',
  'cocart.md': '<!-- schema CoCartStore -->\n<!-- /schema -->\n',
};

function written(page: string, declared = [some], others: Readonly<Record<string, string>> = currency) {
  const { files, problems } = reference({ 'cart.md': page, ...others }, declared);
  return { text: files['docs/reference/cart.md'] ?? '', problems };
}

test('the parameters, answers and errors of a route are written between its markers', () => {
  const { text, problems } = written(`# Some\n\n${open}\n\nProse.\n\n${store}\n`);
  expect(problems).toEqual([]);
  expect(text).toMatch(/^# Some\n\n<!-- route POST \/v2\/some\/\{id\} -->\n/);
  expect(text).toContain('\n<!-- /route -->\n\nProse.\n\n<!-- schema Store -->\n');
  expect(text).toContain('| `id` | path | text, at most 9 characters | required | The ID. |');
  expect(text).toContain('| `out` | body | `true` or `false` | `false` | A \\| sign. |');
  expect(text).toContain(
    '**Answer 200**\n\n- [Store](#schema-store). On the CoCart mount: [CoCartStore](cocart.md#schema-cocartstore).\n' +
      '- with `out=true`: `true`. Always `true`.',
  );
  expect(text).toContain('**Answer 207**\n\n- at times: an object.\n\n| member | type | meaning |');
  expect(text).toContain('| `refresh_token` | text | The next refresh token;');
  const errors = text.slice(text.indexOf('**Errors**'));
  expect(errors).toMatch(/\| 400 \| \[`service_invalid_product`\]\(\.\.\/errors\.md\) \|.*\n\| 404 \| /);
});

test('the table of a schema has its members and those of inner objects', () => {
  const { text } = written(`${open}\n${store}\n`);
  expect(text).toContain('### Schema: Store');
  expect(text).toContain('| `store_address.city` | text | The city. |');
  expect(text).toContain(
    '| `store_address.state` | text; may be absent | The code of the state, if there is one. |',
  );
});

test('generating a page twice changes nothing', () => {
  const { text } = written(`${open}\n${store}\n`);
  expect(written(text).text).toBe(text);
});

test('a schema on another page is linked there', () => {
  const { files } = reference({ 'cart.md': `${open}\n`, 'store.md': `${store}\n` }, [some]);
  expect(files['docs/reference/cart.md']).toContain('[Store](store.md#schema-store)');
});

test.each([
  ['no marker of a route', store, 'the route POST /v2/some/{id} has 0 markers, not one'],
  [
    'two markers of a route',
    `${open}\n${open}\n${store}`,
    'the route POST /v2/some/{id} has 2 markers, not one',
  ],
  [
    'a marker of no route',
    `${open}\n${store}\n<!-- route GET /v2/no -->\n<!-- /route -->`,
    'there is no route GET /v2/no',
  ],
  [
    'a marker of no schema',
    `${open}\n${store}\n<!-- schema No -->\n<!-- /schema -->`,
    'there is no schema No',
  ],
  ['two markers of a schema', `${open}\n${store}\n${store}`, 'the schema Store has 2 markers, not one'],
  ['a schema without a table', open, 'no page has the marker of the schema Store'],
  [
    'a marker that is not closed',
    `${open}\n${store}\n<!-- route GET /v2/no -->`,
    'the marker <!-- route GET /v2/no --> has no partner',
  ],
])('%s is reported', (_what, page, problem) => {
  expect(
    written(`${page}\n`).problems.map((one) => one.replace(/^docs\/reference(\/cart\.md)?: /, '')),
  ).toEqual([problem]);
});

test('a parameter without a description is reported', () => {
  const { errors, handle } = { errors: [] as const, handle: () => Promise.reject(new Error('not asked')) };
  const bare = route({
    method: 'GET',
    path: '/v2/bare',
    summary: 'Bare',
    answers: { 200: { loggedOut: '' } },
    kind: 'account',
    query: z.object({ page: z.string().optional() }),
    errors,
    handle,
  });
  const { problems } = written('<!-- route GET /v2/bare -->\n<!-- /route -->\n', [bare], {});
  expect(problems).toEqual(['GET /v2/bare: the parameter `page` in the query lacks a description']);
});

test('each route of the interface has a unique name and complete descriptions', () => {
  const names = routes.map(nameOfRoute);
  expect(new Set(names).size).toBe(names.length);
  const page = names.map((name) => `<!-- route ${name} -->\n<!-- /route -->`).join('\n');
  const { problems } = reference({ 'all.md': page }, routes);
  expect(problems.filter((one) => !one.includes('no page has the marker of the schema'))).toEqual([]);
});
