import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formsOf, type Sentences, type Template } from '#platform/sentences/sentence.ts';
import { runCli } from '#testing/import-shop.ts';
import { writeShop } from '#testing/shop.ts';
import type { RunningSystem } from '#testing/system.ts';
import { root } from '../../dev/base/settings.ts';
import { expectSound, shopperIn } from './shopper.fixture.ts';

/** A shop whose language is not English. Its products have German names, in which no English word is. */
export interface OwnLanguage {
  /** The locale of WordPress, such as `de_DE`. */
  readonly locale: string;
  /** The language tag that a page then has, such as `de-DE`. */
  readonly lang: string;
  readonly country: string;
  readonly postcode: string;
}

const textsOf = (tag: string): Sentences =>
  JSON.parse(readFileSync(join(root, `examples/storefront/src/texts/${tag}.json`), 'utf8'));

/** Words that no German and no Polish sentence has. */
const englishWord =
  /\b(the|your|you|and|of|is|are|with|add|remove|cart|search|price|from|for|not|this|that|item|items|page|all|sort|stock|order|address|country|city|save|apply|quantity|sale|total|shipping|log|account|please|password)\b/i;

/** Returns what a page shows, and says to screen readers. The names of countries are left out: some are English. */
const shownTexts = `(() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest('script, noscript, select[name=country], select[name=state]'))
      texts.push(walker.currentNode.textContent);
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [alt], [title]'))
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      texts.push(element.getAttribute(name) ?? '');
  return texts.map((text) => text.trim()).filter((text) => text !== '');
})()`;

const shippingZone = (country: string) => ({
  ...{ id: 1, name: 'Zone', order: 0, locations: [{ code: country, type: 'country' }] },
  methods: [
    ...[
      {
        instance_id: 1,
        method_id: 'flat_rate',
        method_title: 'Paket',
        title: 'Paket',
        order: 1,
        enabled: true,
      },
    ],
    {
      ...{ instance_id: 2, method_id: 'local_pickup', method_title: 'Laden', title: 'Laden', order: 2 },
      enabled: true,
    },
  ].map((method) => ({
    ...method,
    settings: { title: { value: method.title }, cost: { value: '5.00' }, tax_status: { value: 'taxable' } },
  })),
});

/** Imports a shop with three products, of which the last is sold out and the first has three pieces, and two coupons. */
async function openShop(dataDir: string, { locale, country }: OwnLanguage): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-own-language-'));
  const ids = await writeShop(folder, 3, {
    general: { default_country: country, currency: 'EUR', price_decimal_sep: ',', price_thousand_sep: '.' },
    tax: { tax_display_cart: 'incl' },
    files: {
      'categories.json': [
        {
          id: 15,
          name: 'Keramik',
          slug: 'keramik',
          parent: 0,
          description: '',
          display: 'default',
          image: null,
        },
      ],
      'shipping-zones.json': [shippingZone(country)],
      'site.json': { name: 'Keramik', description: '', url: 'http://shop.example', timezone_string: 'UTC' },
      'plugins.json': { active_plugins: [], environment: { version: '10.5.0', language: locale } },
      'taxes.json': [],
    },
  });
  const file = join(folder, 'products.json');
  const products: Record<string, unknown>[] = JSON.parse(await readFile(file, 'utf8'));
  const named = products.map((one, index) => ({
    ...one,
    name: `Tasse ${index}`,
    slug: `tasse-${index}`,
    description: '<p>Steingut.</p>',
    short_description: '',
    images: [],
    categories: [{ id: 15, name: 'Keramik', slug: 'keramik' }],
  }));
  await writeFile(file, JSON.stringify(named));
  await runCli(dataDir, ['import', 'woocommerce', '--from', folder, '--reset', '--yes']);
  await rm(folder, { recursive: true });
  await runCli(dataDir, ['products', 'set', String(ids[0]), '--stock', '3']);
  await runCli(dataDir, ['products', 'set', String(ids[2]), '--stock', '0']);
  for (const [code, ...more] of [[`zehn${country}`], [`viel${country}`, '--minimum', '9000']]) {
    const coupon = ['coupons', 'create', '--code', String(code), '--type', 'percent', '--amount', '10'];
    await runCli(dataDir, [...coupon, ...more]);
  }
  return ids;
}

/**
 * Walks through a purchase in a narrow window, with refusals, and through an account. Expects that no page shows an English
 * text, violates a rule of axe or scrolls sideways.
 */
export async function buyInOwnLanguage(
  browser: Browser,
  { dataDir, httpUrl, httpsUrl }: RunningSystem,
  shop: OwnLanguage,
): Promise<void> {
  await openShop(dataDir, shop);
  const [tag = ''] = shop.lang.split('-');
  const texts = textsOf(tag);
  // Some texts are the same in both languages, such as "Filter".
  const english = new Set(
    Object.entries<Template>(textsOf('en'))
      .flatMap(([, template]) => formsOf(template))
      .filter((form) => !Object.values(texts).flatMap(formsOf).includes(form)),
  );
  const { open, context } = await shopperIn(browser, httpUrl, { width: 360, height: 700 });
  const t = (key: string, values: Readonly<Record<string, string>> = {}) =>
    formsOf(texts[key] ?? `no text ${key}`)[0]?.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '') ?? '';
  const button = (page: Page, key: string, values = {}) =>
    page.getByRole('button', { name: t(key, values), exact: true });
  const heading = (page: Page, key: string) =>
    page.getByRole('heading', { level: 1, name: t(key), exact: true });

  /** Clicks a button until something is shown. One click may fail, because a busy shop refuses requests. */
  async function press(page: Page, key: string, shown: Locator, before = async () => {}): Promise<void> {
    const isShown = () => shown.first().waitFor({ timeout: 15_000 });
    const attempt = async () => {
      // The answer to the last click may have come late.
      if (await shown.first().isVisible()) return;
      await before();
      await button(page, key).click({ timeout: 5_000 });
      await isShown();
    };
    await expect
      .poll(
        () =>
          attempt().then(
            () => true,
            () => false,
          ),
        { timeout: 100_000 },
      )
      .toBe(true);
  }
  async function look(page: Page, at: string): Promise<void> {
    await expectSound(page, `${shop.lang}: ${at}`);
    const shown: string[] = await page.evaluate(shownTexts);
    const wrong = shown.filter((text) => english.has(text) || englishWord.test(text));
    expect([at, wrong]).toEqual([at, []]);
    expect(await page.evaluate('document.documentElement.lang')).toBe(shop.lang);
  }
  async function refused(page: Page, text: string | RegExp): Promise<void> {
    await page.locator('.notices .error').getByText(text).first().waitFor();
    await look(page, `refusal ${text}`);
    await button(page, 'close').click();
  }

  const page = await open('/shop');
  await page.getByRole('link', { name: 'Tasse 0' }).waitFor();
  await button(page, 'filter.title').click();
  await look(page, 'list');
  await page.goto('/shop/?q=fehlt');
  await page.getByText(t('list.none')).waitFor();
  await look(page, 'empty list');
  await page.goto('/shop/product/tasse-2');
  await page.getByText(t('product.sold_out')).waitFor();
  await look(page, 'sold out');
  await page.goto('/shop/cart');
  await page.getByText(t('cart.empty')).waitFor();
  await look(page, 'empty cart');

  await page.goto('/shop/product/tasse-0');
  await button(page, 'product.more', { name: 'Tasse 0' }).click();
  await button(page, 'product.more', { name: 'Tasse 0' }).click();
  await button(page, 'product.add').click();
  await page.locator('.notices .success').getByText('Tasse 0').waitFor();
  await look(page, 'product');
  await button(page, 'product.add').click();
  await refused(page, /Tasse 0.*3/);

  await page.goto('/shop/cart');
  const coupon = page.getByLabel(t('cart.coupon_code'));
  for (const code of ['fehlt', `viel${shop.country}`]) {
    await coupon.fill(code);
    await button(page, 'cart.apply').click();
    await refused(page, new RegExp(code, 'i'));
  }
  await coupon.fill(`zehn${shop.country}`);
  await button(page, 'cart.apply').click();
  await page.locator('.totals').getByText(t('cart.discount')).waitFor();
  const postcode = page.getByLabel(t('address.postcode'));
  await postcode.fill('abc');
  await button(page, 'address.save').click();
  await refused(page, t('address.postcode'));
  await postcode.fill(shop.postcode);
  await page.getByLabel(t('address.email')).fill('eva@example.com');
  await button(page, 'address.save').click();
  await page.locator('.notices .success p').waitFor();
  await page.getByRole('radio', { name: /^Laden/ }).click();
  await page.locator('.notices .success').getByText('Laden').waitFor();
  await button(page, 'cart.remove_item', { name: 'Tasse 0' }).click();
  await page.getByText(t('cart.empty')).waitFor();
  await look(page, 'removed');
  await button(page, 'cart.undo_item', { name: 'Tasse 0' }).click();
  await page.getByRole('link', { name: 'Tasse 0' }).waitFor();
  await look(page, 'cart');
  // Without WooCommerce, the shop has no checkout.
  await button(page, 'cart.check_out').click();
  await refused(page, /./);

  let state = 'begun';
  await page.route('**/v2/checkout/*', (route) =>
    route.fulfill({ json: { state, url: null, order: 1_234 } }),
  );
  for (state of ['begun', 'placed', 'paid', 'expired', 'cancelled', 'failed']) {
    await page.goto('/shop/thanks?checkout=c1');
    await page.getByText(t('order.number', { number: '1234' })).waitFor();
    await look(page, `order ${state}`);
  }
  await page.goto('/shop/fehlt');
  await heading(page, 'not_found').waitFor();
  await look(page, 'no page');
  await page.route('**/v2/products**', (route) => route.abort());
  await page.goto('/shop');
  await page.getByText(t('unreachable')).first().waitFor();
  await look(page, 'unreachable');

  await page.goto('/shop/login');
  await page.getByText(t('login.https_only')).waitFor();
  await look(page, 'login over HTTP');
  const failure = page.locator('.form-failure:not(:empty)');
  await page.goto(`${httpsUrl}/shop/login`);
  await page.getByLabel(t('login.user_name')).fill('fehlt');
  await page.getByLabel(t('login.password')).fill('eine lange Passphrase');
  await press(page, 'login.title', failure);
  await look(page, 'login');
  await page.goto(`${httpsUrl}/shop/register`);
  const password = page.getByLabel(t('login.password'));
  let email = `eva@${tag}.example.com`;
  // Each try has a new address, because the shop may have made the account although it did not answer.
  const fillForm = async () => {
    email = `eva.${email}`;
    await page.getByLabel(t('register.email')).fill(email);
  };
  await password.fill('passwort1234');
  await press(page, 'register.send', failure, fillForm);
  await look(page, 'register');
  await password.fill('eine lange Passphrase 7');
  await press(page, 'register.send', heading(page, 'account.title'), fillForm);
  await press(
    page,
    'account.save_billing',
    page.locator('.notices .success').getByText(t('account.saved_billing')),
  );
  await page.getByLabel(t('account.current_password')).fill('falsch');
  await page.getByLabel(t('account.new_password')).fill('eine andere Passphrase 8');
  await press(page, 'account.change_password', failure);
  await look(page, 'account');
  await page.goto(`${httpsUrl}/shop/forgot`);
  await page.getByLabel(t('login.user_name')).fill(email);
  await press(page, 'forgot.send', page.locator('.said:not(:empty)'));
  await look(page, 'forgot');
  await page.goto(`${httpsUrl}/shop/reset#key=none`);
  await page.getByLabel(t('account.new_password')).fill('eine andere Passphrase 8');
  await press(page, 'reset.send', failure);
  await look(page, 'reset');
  await context.close();
}
