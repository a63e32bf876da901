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

// biome-ignore lint/suspicious/noExplicitAny: answers, whose shapes tests/specification checks
type Json = any;
type Headers = Readonly<Record<string, string>>;

let system: RunningSystem;
let asCustomer: Headers;

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
