import { expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';
import { fieldLabel, publicBody } from '#platform/sentences/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import type { Parameters } from '../http/body.ts';
import { checkedParameters } from '../routing/check.ts';
import type { Route } from '../routing/route.ts';
import { routes } from './all-routes.ts';

const long = 'x'.repeat(11_000);
const members = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`n${index}`, '1']));
const wrongValues: readonly unknown[] = [
  ...['abc', '', '-1', '0', '1.5', ':', ' ', long, 'a,b', Array(1_001).fill('z').join(',')],
  ...[9e15, 1.5, -7, null, true, {}, [], [{}], [null], { a: {} }, { [long]: 'x' }, { a: long }, members],
  ...[Array(1_001).fill('a'), [{ attribute: 'a', operator: 'x', term_id: ['u'], slug: [{}] }]],
];
/** Patterns for the ends of error messages about wrong values. Each message says which values are allowed. */
const sentences = [
  /is not of type (array|boolean|integer|object|string|string, integer, boolean)\.$/,
  /is not one of [\w-]+(, [\w-]+)*\.$/,
  /must be (greater|less) than or equal to \d+$/,
  /must be between -?\d+ \(inclusive\) and \d+ \(inclusive\)$/,
  /must be at (least|most) \d+ characters? long\.$/,
  /must contain at (least|most) \d+ items?\.$/,
  /has more than \d+ members\.$/,
  /has a name of more than \d+ characters\.$/,
  /is not allowed as a name: it must be at most \d+ characters long\.$/,
  /must be an amount in major units, such as -?12\.50\.$/,
  /must be a date and time, such as 2031-02-03T04:05:06Z\.$/,
  /must not begin with a space, and must not contain colons or control characters\.$/,
  /^Please enter a valid e-mail address\.$/,
  /must be filters like attributes\[0\]\[attribute\]=pa_colour&attributes\[0\]\[slug\]\[\]=red\.$/,
];

const source = (given: Readonly<Record<string, unknown>>): Parameters =>
  Object.assign((name: string) => given[name], { names: Object.keys(given) });

/** Yields each declared parameter. A parameter that several routes share is yielded only once. */
function* parameters() {
  const seen = new Set<unknown>();
  for (const route of routes) {
    const { query, lenientQuery, body } = route.schemas;
    for (const [lenient, { shape }] of [
      [false, query],
      [true, lenientQuery],
      [false, body],
    ] as const) {
      for (const [name, schema] of Object.entries(shape)) {
        if (!seen.has(schema)) yield { route, name, lenient };
        seen.add(schema);
      }
    }
  }
}

/** Returns the refusal for a value of a parameter. Returns null if the route accepts the value. */
function refusalFor(route: Route, name: string, value: unknown, lenient: boolean): ServiceError | null {
  const required = ['id', 'email', 'requested_password', 'password', 'key', 'name', 'amount', 'quantity'];
  const others = [
    'product_id',
    'review',
    'reviewer',
    'reviewer_email',
    'requests',
    'coupon',
    'cart_item_key',
  ];
  const rest = ['password_current', 'password_1', 'password_2', 'username'];
  const given = Object.fromEntries([...required, ...others, ...rest].map((one) => [one, '1']));
  const body = source({ ...given, [name]: value });
  const path = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, one = '']) => [one, '1']));
  try {
    const sent = { path, query: source({ [name]: value }), body };
    checkedParameters(route, sent, { isLenient: lenient, isStrict: false });
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

test('the error for a wrong value of any parameter says what is allowed', () => {
  const vague = new Set<string>();
  const refused = new Set<string>();
  for (const { route, name, lenient } of parameters()) {
    for (const value of wrongValues) {
      const error = refusalFor(route, name, value, lenient);
      const data = error ? (publicBody(error).body.data as { params?: Record<string, string> }) : {};
      const sentence = data.params?.[name];
      if (sentence === undefined) continue;
      refused.add(name);
      // "E-mail address" would be said twice.
      const isNamed = [name, fieldLabel(name), 'Please enter'].some((begin) => sentence.startsWith(begin));
      const isClear = isNamed && sentences.some((end) => end.test(sentence));
      if (!isClear) vague.add(`${route.path}: ${sentence.slice(0, 300)}`);
    }
  }
  expect([...vague]).toEqual([]);
  expect(refused.size).toBeGreaterThan(80);
});

const shop = new GatewayFixture(natsFixture());
const orders = 'date, date_gmt, id, include, product, rating, slug';

test.each([
  ['/v2/products?min_price=abc', 'min_price must be an amount in major units, such as 12.50. Given: "abc".'],
  ['/v2/products?per_page=0', 'per_page must be between 1 (inclusive) and 100 (inclusive). Given: 0.'],
  ['/v2/products?on_sale=maybe', 'on_sale is not of type boolean. Given: "maybe".'],
  [
    '/v2/products?before=soon',
    'before must be a date and time, such as 2031-02-03T04:05:06Z. Given: "soon".',
  ],
  [
    `/v2/products/reviews?orderby=${'x'.repeat(99)}`,
    `orderby is not one of ${orders}. Given: "${'x'.repeat(40)}".`,
  ],
  [
    '/v2/products?sku[][a]=7&page=x',
    'page is not of type integer. Given: "x". sku[0] is not of type string.',
  ],
])('%s: the message explains every wrong value', async (path, message) => {
  expect(await shop.get(path)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param', message } });
});

test('on the mount of CoCart the message has the names, as in WordPress', async () => {
  const { body } = await shop.get('/wp-json/cocart/v2/products?per_page=0&orderby=foo');
  expect(body).toMatchObject({
    message: 'Invalid parameter(s): per_page, orderby',
    data: { params: { per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)' } },
  });
});

test('a text is never repeated, because it may be a password', async () => {
  const register = { email: 'a@b.example', requested_password: 'secret' };
  const answers = [
    await shop.post('/v2/register', register),
    await shop.post('/v2/register', { ...register, requested_password: 1234567890123 }),
    await shop.post('/v2/register', { ...register, requested_password: 'secret'.repeat(99) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(JSON.stringify(answers)).not.toMatch(/secret|1234567890123/);
});
