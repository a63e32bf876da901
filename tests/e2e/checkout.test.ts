import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { root } from '../../dev/base/settings.ts';

// The code of docs/checkout.md, word for word.
const page = readFileSync(new URL('../../docs/checkout.md', import.meta.url), 'utf8');
const codeIn = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
const recipe = codeIn('js');
const snippet = codeIn('php');

// biome-ignore lint/suspicious/noExplicitAny: answers, whose shapes tests/specification checks
type Json = any;
type Headers = Readonly<Record<string, string>>;

let system: RunningSystem;
let asCustomer: Headers;
let asTrusted: Headers;

async function send(path: string, headers: Headers, body?: object): Promise<{ json: Json; key: string }> {
  const init = {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await retryWhileBusy(() => fetch(system.httpUrl + path, init));
  const json: Json = await answer.json();
  expect([path, answer.status, json.code]).toEqual([path, 200, undefined]);
  return { json, key: answer.headers.get('cart-key') ?? '' };
}

beforeAll(async () => {
  system = await startSystem({ demo: true, env: { LOCAL_HTTP_LOGIN: 'on', CART_RATE_LIMIT: 'off' } });
  const { dataDir } = system;
  const coupon = ['coupons', 'create', '--code', 'members', '--type', 'percent', '--amount', '15'];
  await runCli(dataDir, [...coupon, '--emails', '*@members.example']);
  const made = await runCli(dataDir, [
    'keys',
    'create',
    '--permissions',
    'read_write',
    '--description',
    'x',
    '--json',
  ]);
  const { consumer_key, consumer_secret } = JSON.parse(made);
  asTrusted = { authorization: `Basic ${btoa(`${consumer_key}:${consumer_secret}`)}` };
  const person = { name: 'eve', email: 'eve@members.example', password: 'a long password' };
  const created = ['users', 'create', '--username', person.name, '--email', person.email, '--password-stdin'];
  await runCli(dataDir, created, root, person.password);
  const { data } = (await send('/v2/login', {}, { username: person.name, password: person.password })).json;
  asCustomer = { authorization: `Bearer ${data.jwt_token}` };
}, 600_000);
afterAll(() => system?.stop());

type Step = readonly [path: string, body: object];
const add = (id: number, quantity: number, more: object = {}): Step => [
  'add-item',
  { id: String(id), quantity: String(quantity), ...more },
];
const home = {
  first_name: 'Eve',
  address_1: 'Singel 1',
  city: 'Amsterdam',
  postcode: '1012 AB',
  country: 'NL',
};
const at = (address: object): Step => ['update', { namespace: 'update-customer', ...address }];
const apply = (coupon: string): Step => ['apply-coupon', { coupon }];
const choose = (rate: string): Step => ['set-shipping-method', { rate_id: rate }];

/** Makes a cart of a customer, or a new one of a guest. Returns the last answer. */
async function fill(headers: Headers, steps: readonly Step[]) {
  let made = { json: undefined as Json, key: '' };
  for (const [path, body] of steps) {
    made = await send(
      `/v2/cart/${path}`,
      { ...headers, ...(made.key && !headers.authorization && { 'cart-key': made.key }) },
      body,
    );
  }
  return made;
}

/** Runs the recipe at a mount of Cartwright. */
async function followRecipe(mount: string): Promise<{ link: string; refused: string[]; isSame: boolean }> {
  const program = `${recipe}\nreturn { link, refused, isSame };`;
  const AsyncFunction = (async () => {}).constructor as new (
    ...code: string[]
  ) => (...args: unknown[]) => Json;
  return new AsyncFunction('shop', 'jwt_token', program)(
    system.httpUrl + mount,
    asCustomer.authorization?.slice('Bearer '.length),
  );
}

/** Returns what a copy of a cart must have in common with the cart. */
function essence({ items, customer, coupons, shipping, totals }: Json) {
  const lines = Object.values(items).map(
    ({ id, name, quantity, meta, cart_item_data, totals: sums }: Json) => {
      return { id, name, quantity, variation: meta.variation, cart_item_data, sums };
    },
  );
  const rates = Object.values(shipping.packages).map(({ chosen_method }: Json) => chosen_method);
  return { lines, customer, coupons, rates, totals };
}

describe('the recipe for the cart of a customer copies', () => {
  const sidama = (grind: string) => ({ variation: { Pack: '250 g', Grind: grind } });
  test.each<[string, Step[]]>([
    ['simple goods', [add(101, 2), add(126, 1), at(home)]],
    ['the choice where a variation accepts any option', [add(12201, 2, sidama('Filter'))]],
    [
      'the same variation with several choices and item data',
      [
        add(12201, 1, sidama('Filter')),
        add(12201, 3, sidama('Espresso')),
        add(12201, 1, { ...sidama('Espresso'), item_data: { note: 'For "Jo" & Ümit', size: { w: 3 } } }),
      ],
    ],
    ['products of a group', [['add-items', { id: '157', quantity: { 101: '1', 126: '2' } }]]],
    ['virtual goods', [add(154, 1)]],
    ['the chosen rate, not the first one', [add(101, 1), at(home), choose('local_pickup:3')]],
    [
      'a shipping address other than the billing address',
      [
        add(101, 1),
        at({ ...home, s_country: 'DE', s_postcode: '20095', s_city: 'Hamburg', s_address_1: 'Weg 2' }),
      ],
    ],
    [
      'coupons, after the address',
      [add(101, 2), at({ ...home, email: 'eve@members.example' }), apply('members'), apply('welcome10')],
    ],
  ])('%s', async (_, steps) => {
    await send('/v2/cart/clear', asCustomer, {});
    await fill(asCustomer, steps);
    const cart = (await send('/v2/cart', asCustomer)).json;
    for (const mount of ['', '/wp-json/cocart']) {
      const { link, refused, isSame } = await followRecipe(mount);
      const [, key = ''] = /cocart-load-cart=(t_\w+)$/.exec(link) ?? [];
      expect([refused, isSame]).toEqual([[], true]);
      expect(essence((await send('/v2/cart', { 'cart-key': key })).json)).toEqual(essence(cart));
    }
  });
});

describe('the plugin for WordPress', () => {
  /** Returns each member that the plugin reads of an answer, such as `cart['items']` → `['items']`. */
  const readOf = (variable: string) =>
    [...snippet.matchAll(new RegExp(`\\$${variable}((?:\\['\\w+'\\])+)`, 'g'))].map(([, path = '']) =>
      [...path.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    );
  const valueAt = (answer: Json, path: readonly string[]) =>
    path.reduce((value: Json, name) => value?.[name], answer);

  test('reads only members that the mount of CoCart answers, in the form that it expects', async () => {
    const lamp = { variation: { Pack: '250 g', Grind: 'Filter' }, item_data: { note: 'For Jo' } };
    const { key } = await fill({}, [
      add(12201, 2, lamp),
      at(home),
      apply('welcome10'),
      choose('local_pickup:3'),
    ]);
    const fee = { name: 'Wrap', amount: '2.50', taxable: true, tax_class: 'reduced-rate' };
    await send('/v2/cart/add-fee', { ...asTrusted, 'cart-key': key }, fee);
    const paths = [...snippet.matchAll(/cartwright_read\('([^']+)'/g)].map(([, path]) => path);
    expect(paths).toEqual(['/v2/cart', '/v1/fees']);
    const [cart, fees] = await Promise.all(
      paths.map(async (path) => (await send(`/wp-json/cocart${path}`, { 'cart-key': key })).json),
    );
    const answers = { cart, item: cart.items[0], coupon: cart.coupons[0], fee: Object.values(fees)[0] };
    for (const [variable, answer] of Object.entries(answers)) {
      const read = readOf(variable);
      expect([variable, read.length]).not.toEqual([variable, 0]);
      expect(read.filter((path) => valueAt(answer, path) === undefined)).toEqual([]);
    }
    // What the plugin takes for granted of their values.
    expect(answers.fee).toMatchObject(fee);
    expect(answers.item).toMatchObject({
      ...{ id: 12201, quantity: { value: 2 }, cart_item_data: lamp.item_data },
      meta: { variation: lamp.variation },
    });
    expect(answers.coupon).toMatchObject({ coupon: 'welcome10' });
    expect(Object.values(cart.shipping.packages)).toMatchObject([{ chosen_method: 'local_pickup:3' }]);
    const own = (await send('/v2/cart', { 'cart-key': key })).json;
    const minor = Math.round(own.totals.total * 10 ** cart.currency.currency_minor_unit);
    expect(cart.totals.total).toBe(String(minor));
    const { billing_address, shipping_address } = cart.customer;
    for (const [kind, address] of Object.entries({ billing: billing_address, shipping: shipping_address })) {
      expect(Object.keys(address).filter((name) => !name.startsWith(`${kind}_`))).toEqual([]);
    }
  });

  test('knows a cart without an address by its only text, the country', async () => {
    const { key } = await fill({}, [add(101, 1)]);
    const { customer } = (await send('/wp-json/cocart/v2/cart', { 'cart-key': key })).json;
    const texts = Object.values(customer as object).map((address) => Object.values(address).join(''));
    expect(texts).toEqual(['NL', 'NL']);
  });
});
