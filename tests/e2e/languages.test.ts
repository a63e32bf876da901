import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '#platform/sentences/english.ts';
import { shippedFolder } from '#platform/sentences/languages.ts';
import { formsOf, place, type Sentences, type Template } from '#platform/sentences/sentence.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { writeShop } from '#testing/shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';

// A German and a Polish shop are imported with their settings. A whole purchase with its refusals says no English
// sentence, and what it says is in the file of the language.

const startMs = 600_000;
const password = 'eine lange Passphrase 7';

// biome-ignore lint/suspicious/noExplicitAny: answers, whose shapes tests/specification checks
type Json = any;

/** Returns a text as a pattern for itself. */
function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Returns the pattern of a sentence, with anything in its places. */
function patternOf(form: string): RegExp {
  const literals = form.split(place).filter((_, at) => at % 3 === 0);
  return new RegExp(`^${literals.map(escaped).join('.+')}$`, 's');
}

/** Returns the patterns of sentences that have words of their own, beside their places. */
function patternsOf(templates: readonly Template[]): readonly RegExp[] {
  return templates
    .flatMap(formsOf)
    .filter((form) => /\p{L}{3}/u.test(form.replaceAll(place, '')))
    .map(patternOf);
}

function sentencesOf(tag: string): Sentences {
  return JSON.parse(readFileSync(join(shippedFolder, `${tag}.json`), 'utf8'));
}

/** Yields all texts in an answer, with the names that lead to them. */
function* textsIn(value: Json, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, `${path}.${name}`);
}

let system: RunningSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-languages-'));
  system = await startSystem({
    env: { LOCAL_HTTP_LOGIN: 'on', CART_RATE_LIMIT: 'off', LOGIN_RATE_LIMIT: 'off' },
  });
  for (const [code, ...more] of [
    ['zehn'],
    ['viel', '--minimum', '9000'],
    ['allein', '--individual-use'],
  ] as const) {
    const coupon = ['coupons', 'create', '--code', code, '--type', 'percent', '--amount', '10'];
    await runCli(system.dataDir, [...coupon, ...more]);
  }
}, startMs);
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

const shippingZones = [
  {
    id: 1,
    name: 'Europe',
    order: 0,
    locations: [
      { code: 'DE', type: 'country' },
      { code: 'PL', type: 'country' },
    ],
    methods: [
      {
        instance_id: 1,
        method_id: 'flat_rate',
        method_title: 'Paket',
        title: 'Paket',
        order: 1,
        enabled: true,
        settings: { title: { value: 'Paket' }, cost: { value: '5.00' }, tax_status: { value: 'taxable' } },
      },
    ],
  },
];

/** Imports a shop of WordPress with a locale. Returns the ids of its products. */
async function openShop(locale: string): Promise<readonly number[]> {
  const at = join(folder, locale);
  const [, country = ''] = locale.split('_');
  const ids = await writeShop(at, 3, {
    general: {
      ...{ default_country: country, currency: 'EUR', ship_to_countries: 'specific' },
      allowed_countries: 'all',
    },
    tax: { tax_display_cart: 'incl' },
    files: {
      'shipping-zones.json': shippingZones,
      'plugins.json': { active_plugins: [], environment: { version: '10.5.0', language: locale } },
    },
  });
  await runCli(system.dataDir, ['import', 'woocommerce', '--from', at, '--reset', '--yes']);
  await runCli(system.dataDir, ['products', 'set', String(ids[0]), '--stock', '5']);
  await runCli(system.dataDir, ['products', 'set', String(ids[2]), '--stock', '0']);
  return ids;
}

describe.each([
  ['de', 'de_DE_formal', 'DE', 'abc'],
  ['pl', 'pl_PL', 'PL', 'abc'],
] as const)('a shop in %s', (tag, locale, country, badPostcode) => {
  let ids: readonly number[];
  const own = patternsOf(Object.values(sentencesOf(tag)));
  const translated = sentencesOf(tag);
  // Some sentences are the same words in both languages, such as `{code} (SKU)`.
  const foreign = patternsOf(
    Object.entries<Template>(english).flatMap(([key, template]) =>
      JSON.stringify(template) === JSON.stringify(translated[key]) ? [] : [template],
    ),
  );

  /** Returns the sentences in an answer that the language's file has, and what is wrong with others. */
  function judged(answer: Json) {
    // The names of missing parameters are for programs.
    const texts = [...textsIn(answer)].filter(([path]) => !/\.params\.\d+$/.test(path));
    const isOf = (patterns: readonly RegExp[], text: string) => patterns.some((one) => one.test(text));
    const english = texts.filter(([, text]) => isOf(foreign, text));
    const sentences = texts.filter(([path]) => /(?:\.message|\.notices\.\w+\.\d+)$/.test(path));
    const unknown = sentences.filter(([, text]) => !isOf(own, text) && text !== '');
    return {
      said: sentences.map(([, text]) => text),
      others: [...english, ...unknown].map(([path, text]) => `${path}: ${text}`),
    };
  }

  beforeAll(async () => {
    ids = await openShop(locale);
  }, startMs);

  test('says its language', async () => {
    const store: Json = await (await fetch(`${system.httpUrl}/v2/store`)).json();
    expect(store.language).toBe(locale.startsWith('de') ? 'de-DE' : 'pl-PL');
  });

  test.each(['', '/wp-json/cocart'])(
    'on the mount "%s/" says no English sentence in a purchase',
    async (mount) => {
      const spoken: string[] = [];
      const wrong: string[] = [];
      let key = '';

      async function send(
        method: string,
        path: string,
        body?: object,
      ): Promise<{ status: number; json: Json }> {
        const url = new URL(system.httpUrl + mount + path);
        if (key !== '') url.searchParams.set('cart_key', key);
        const answer = await retryWhileBusy(() =>
          fetch(url, {
            method,
            headers: { 'content-type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          }),
        );
        key = answer.headers.get('cart-key') ?? key;
        const json: Json = await answer.json();
        const { said, others } = judged(json);
        spoken.push(...said);
        wrong.push(...others.map((one) => `${method} ${path} ${one}`));
        return { status: answer.status, json };
      }

      const [first = 0, second = 0, sold = 0] = ids;
      const add = (id: number, quantity: number | string) =>
        send('POST', '/v2/cart/add-item', { id: String(id), quantity: String(quantity) });

      await send('GET', '/v2/products');
      await send('GET', `/v2/products/${first}`);
      await send('GET', '/v2/products/999999');
      await send('GET', '/v2/cart');
      await send('GET', '/v2/cart/items/count');
      const added = await add(first, 2);
      expect(added.status).toBe(200);
      const itemKey = added.json.items[0]?.item_key ?? Object.keys(added.json.items)[0];
      await add(second, 1);
      expect((await add(sold, 1)).status).toBe(404);
      expect((await add(first, 9)).status).toBeGreaterThanOrEqual(400);
      await add(first, 'abc');
      await add(999_999, 1);
      for (const quantity of ['3', '2', '2', '99', 'x'])
        await send('POST', `/v2/cart/item/${itemKey}`, { quantity, return_status: quantity === '3' });
      await send('DELETE', `/v2/cart/item/${itemKey}`);
      await send('PUT', `/v2/cart/item/${itemKey}`);
      await send('DELETE', '/v2/cart/item/0123456789abcdef0123456789abcdef');
      for (const code of ['nein', 'viel', 'zehn', 'zehn', 'allein', ''])
        await send('POST', '/v2/cart/apply-coupon', { code });
      await send('GET', '/v2/cart/coupons/validate');
      await send('DELETE', '/v2/cart/coupons/allein');
      await send('DELETE', '/v2/cart/coupons/nein');
      await send('POST', '/v2/cart/calculate/shipping', { country: 'US' });
      await send('POST', '/v2/cart/calculate/shipping', { country: '' });
      await send('POST', '/v2/cart/calculate/shipping', { country, postcode: badPostcode });
      await send('POST', '/v2/cart/calculate/shipping', { country, city: 'Köln' });
      const update = {
        namespace: 'update-customer',
        first_name: 'Eva',
        country,
        postcode: badPostcode,
        email: 'x',
      };
      await send('POST', '/v2/cart/update', update);
      await send('POST', '/v2/cart/set-shipping-method', { rate_id: 'flat_rate:99' });
      await send('POST', '/v2/cart/set-shipping-method', { rate_id: 'flat_rate:1' });
      await send('POST', '/v2/cart/set-shipping-method', {});
      await send('GET', '/v2/cart');
      await send('GET', '/v1/get-cart');
      await send('POST', '/v1/calculate');
      await send('GET', '/v1/totals');
      await send('POST', '/batch', {
        requests: [{ method: 'POST', path: '/v2/cart/add-item', body: { id: String(sold), quantity: '1' } }],
      });

      const person = { email: `eva${mount.length}@${tag}.example`, requested_password: password };
      for (const bad of [
        { email: 'x', requested_password: password },
        { ...person, requested_password: 'kurz' },
        { ...person, requested_password: 'passwort1234' },
        { ...person, requested_username: ' a:b' },
        {},
      ])
        expect((await send('POST', '/v2/register', bad)).status).toBe(400);
      await send('POST', '/v2/register', person);
      await send('POST', '/v2/register', person);
      const failed = await send('POST', '/v2/login', { username: person.email, password: 'falsch' });
      expect(failed.status).toBe(401);
      await send('POST', '/v2/login', { username: person.email, password });
      await send('POST', '/v2/password/forgot', { username: person.email });
      await send('POST', '/v2/password/reset', { key: 'x', password });
      key = '';
      await add(first, 1);
      await send('POST', '/v2/cart/clear');
      await send('POST', '/v2/cart/clear');
      await send('GET', '/v1/get-cart');

      expect(wrong).toEqual([]);
      expect(new Set(spoken).size).toBeGreaterThan(25);
    },
    startMs,
  );
});

test(
  'a cached answer follows a change of the language, and a file of the shop is not needed for it',
  async () => {
    const [first = 0] = await openShop('de_DE');
    const button = async () => {
      const product: Json = await (await fetch(`${system.httpUrl}/v2/products/${first}`)).json();
      return product.add_to_cart.text;
    };
    expect([await button(), await button()]).toEqual(['In den Warenkorb', 'In den Warenkorb']);
    await runCli(system.dataDir, ['settings', 'set', 'language', 'nl']);
    await expect.poll(button, { timeout: 30_000 }).toBe('In winkelwagen');
    await runCli(system.dataDir, ['settings', 'set', 'language', 'en-GB']);
    await expect.poll(button, { timeout: 30_000 }).toBe('Add to cart');
  },
  startMs,
);
