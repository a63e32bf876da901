// Tests with one demo shop: the example storefront and the documents in a real Chromium, and examples/visit.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { onPath } from '../../dev/base/commands.ts';
import { environment, root } from '../../dev/base/settings.ts';
import { chromium as chromiumProgram } from '../../dev/engines/chromium.ts';
import { obtain } from '../../dev/engines/obtain.ts';
import { visitAccount } from './account.fixture.ts';
import { wrongCommands } from './curl.fixture.ts';
import { readOnPhone, runGuides, visitReference } from './docs.fixture.ts';
import { buyInOwnLanguage } from './own-language.fixture.ts';
import { expectSound, focused, shopperIn, tabTo } from './shopper.fixture.ts';
import { visitTabs } from './tabs.fixture.ts';

const run = promisify(execFile);
const password = 'a long password';

let system: RunningSystem;
let browser: Browser;

beforeAll(async () => {
  const [path] = await Promise.all([
    obtain(chromiumProgram),
    startSystem({ demo: true }).then((started) => {
      system = started;
    }),
  ]);
  // Each has a cart of their own, which stays after a logout.
  await addCustomer('ann');
  await addCustomer('ben');
  browser = await chromium.launch({ executablePath: path, timeout: 300_000 });
}, 900_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function addCustomer(name: string): Promise<void> {
  const args = ['users', 'create', '--username', name, '--email', `${name}@example.com`, '--password-stdin'];
  await runCli(system.dataDir, args, root, password);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const count = (page: Page) => page.locator('.count');
const total = (page: Page, label: string) =>
  page
    .locator('.totals div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
const untilNotice = async (page: Page, text: string | RegExp) =>
  page.locator('.notices').getByText(text).waitFor();

/** Opens the page of a product and adds the product to the cart. */
async function add(page: Page, slug: string): Promise<void> {
  await page.goto(`/shop/product/${slug}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await untilNotice(page, 'added to your cart');
}

test('a shopper finds a coffee, chooses a variation, and sees the totals', async () => {
  const { open, complaints } = await shopperIn(browser, system.httpUrl);
  const page = await open('/shop');
  await page.getByText('56 products').waitFor();
  await expectSound(page, 'list');
  const picture = environment.SCREENSHOT;
  if (picture) await page.screenshot({ path: picture });

  await page.getByRole('radio', { name: /^Coffee/ }).click();
  await page.getByText('21 products').waitFor();
  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await page.getByRole('checkbox', { name: /^Noordzee Roasters/ }).click();
  await heading(page, 'Coffee').waitFor();
  await page.getByText('6 products').waitFor();
  expect(new URL(page.url()).search).toBe('?category=coffee&brand=noordzee-roasters&order=cheap');
  await page.goBack();
  await page.getByText('21 products').waitFor();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect
    .poll(() => page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'))
    .toBe('page');
  await page.getByRole('searchbox').fill('hearth');
  await page.getByRole('searchbox').press('Enter');
  await heading(page, 'Results for “hearth”').waitFor();
  await page.getByRole('link', { name: 'Hearth, the house blend' }).click();

  await heading(page, 'Hearth, the house blend').waitFor();
  await page.getByRole('radio', { name: '500 g' }).check();
  await page.getByRole('radio', { name: 'Filter' }).check();
  await expect.poll(() => page.locator('.about .price').first().textContent()).not.toContain('–');
  await page.reload();
  await heading(page, 'Hearth, the house blend').waitFor();
  await expectSound(page, 'product');
  await page.getByRole('radio', { name: '250 g' }).check();
  await page.getByRole('radio', { name: 'Filter' }).check();
  await page.getByRole('button', { name: /^One more/ }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await untilNotice(page, /2 × .* added to your cart/);
  await page.getByRole('link', { name: /^Cart \d/ }).click();

  // Two pieces at 8.95.
  await expect.poll(() => total(page, 'Products').textContent()).toBe('€17.90');
  await page.getByRole('button', { name: /^One more/ }).click();
  await expect.poll(() => total(page, 'Products').textContent()).toBe('€26.85');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Your cart is empty.').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => total(page, 'Products').textContent()).toBe('€26.85');
  await page.getByLabel('Coupon code').fill('nosuch');
  await page.getByLabel('Coupon code').press('Enter');
  await untilNotice(page, 'Coupon "nosuch" does not exist.');
  complaints.length = 0; // Cleared, because the browser reports each refusal as an error.
  await page.getByLabel('Coupon code').fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => total(page, 'Discount').textContent()).toBe('−€2.68');
  await page.getByLabel('Postcode').fill('3511ab');
  await page.getByLabel('City', { exact: true }).fill('Utrecht');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect.poll(() => page.getByLabel('Postcode').inputValue()).toBe('3511 AB');
  await page.getByRole('radio', { name: 'Collect it from the workshop' }).click();
  await expect.poll(() => total(page, 'Total').textContent()).toBe('€24.17');
  await page.reload();
  await expect.poll(() => total(page, 'Total').textContent()).toBe('€24.17');
  await expectSound(page, 'cart');
  expect(complaints).toEqual([]);
});

test('filters by attribute cause no layout shift, also when the answers are slow', async () => {
  const { open, complaints } = await shopperIn(browser, system.httpUrl);
  const page = await open('/shop');
  await page.getByText('56 products').waitFor();
  const filter = (name: RegExp) => page.getByRole('checkbox', { name });
  const countOf = (name: RegExp) => filter(name).locator('..').locator('.number').textContent();
  // Answers take 700 ms, because a browser does not count layout shifts within half a second after a click.
  await page.route('**/v2/products**', async (route) => {
    await setTimeout(700);
    await route.continue();
  });
  const oats = await countOf(/^Oat/);
  await filter(/^Oat/).click();
  await page.getByText(`${oats} products`, { exact: true }).waitFor();
  await expect.poll(() => countOf(/^Espresso/)).toBe('0');
  await filter(/^Large/).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?pa_colour=oat&pa_size=large');
  await expect.poll(() => countOf(/^Oak/)).toBe('0');
  await expectSound(page, 'filters');
  expect(complaints).toEqual([]);
});

test('every page fits into 360 pixels', async () => {
  const { open, complaints } = await shopperIn(browser, system.httpUrl, { width: 360, height: 700 });
  const page = await open('/shop/product/dawn-mug');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await untilNotice(page, 'added to your cart');
  for (const [path, name] of [
    ['/shop', 'All products'],
    ['/shop/product/a-slow-morning', 'A slow morning'],
    ['/shop/cart', 'Cart'],
    ['/shop/login', 'Log in'],
    ['/shop/nowhere', 'This page does not exist'],
  ] as const) {
    await page.goto(path);
    await heading(page, name).waitFor();
    await expectSound(page, path);
  }
  expect(complaints).toEqual([]);
});

test('the keyboard alone goes from the list to a changed cart', async () => {
  const { open, complaints } = await shopperIn(browser, system.httpUrl);
  const page = await open('/shop/?q=dawn');
  await page.getByRole('link', { name: 'Dawn mug' }).waitFor();
  await tabTo(page, /^Skip to the content/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Dawn mug$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Dawn mug');
  expect(await page.locator('h1:focus').count()).toBe(1);
  await tabTo(page, /^One more/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Add to cart/);
  await page.keyboard.press('Enter');
  await untilNotice(page, '2 × "Dawn mug" have been added to your cart.');
  await page.evaluate('document.body.tabIndex = -1, document.body.focus()');
  await tabTo(page, /^Cart \d/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Cart');
  await tabTo(page, /^Remove Dawn mug/);
  await page.keyboard.press('Enter');
  await page.getByText('Your cart is empty.').waitFor();
  await expect.poll(() => focused(page)).toBe('Cart');
  await tabTo(page, /^Undo/);
  await page.keyboard.press('Enter');
  await expect.poll(() => count(page).textContent()).toContain('2');
  expect(complaints).toEqual([]);
});

test('two tabs show the same cart, and a login transfers the guest’s cart in both', async () => {
  const { open, context } = await shopperIn(browser, system.httpUrl);
  const first = await open('/shop');
  const second = await open('/shop/cart');
  await add(first, 'dawn-mug');
  await second.getByRole('link', { name: 'Dawn mug' }).waitFor();
  await second.getByRole('button', { name: /^One more/ }).click();
  await expect.poll(() => count(first).textContent()).toContain('2');

  await first.getByRole('link', { name: 'Log in' }).click();
  await first.getByRole('link', { name: 'Log in over HTTPS' }).click();
  await first.waitForURL(/^https:/);
  await expect.poll(() => count(first).textContent()).toContain('2');
  await first.getByLabel('User name or e-mail address').fill('ann');
  const third = await context.newPage();
  await third.goto(`${system.httpsUrl}/shop/cart`);
  await first.getByLabel('Password').fill('not this one');
  await first.getByRole('button', { name: 'Log in' }).click();
  // On a busy machine, the page may say that the shop is not available.
  await expect.poll(() => first.locator('.form-failure').textContent()).toMatch(/failed|not available/i);
  await first.getByLabel('Password').fill(password);
  await first.getByRole('button', { name: 'Log in' }).click();
  await heading(first, 'Cart').waitFor();
  await first.getByRole('link', { name: 'Dawn mug' }).waitFor();
  await third.getByRole('link', { name: 'ann' }).waitFor();
  await third.getByRole('button', { name: /^One more/ }).click();
  await expect.poll(() => count(first).textContent()).toContain('3');

  await first.getByRole('link', { name: 'ann' }).click();
  await first.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => count(first).textContent()).toContain('0');
  await expect.poll(() => count(third).textContent()).toContain('0');
  await third.getByRole('link', { name: 'Log in' }).waitFor();
});

test('twelve tabs share one event stream, and see each change, login and logout', () =>
  visitTabs(browser, system.httpsUrl, 'ben', password));

test('a customer makes and changes an account, and resets a forgotten password', () =>
  visitAccount(browser, system.httpsUrl));

test('in a browser the reference can be read and searched and sends requests, without requests to other hosts', () =>
  visitReference(browser, system.httpUrl));

test('every document can be read on a phone', () => readOnPhone(browser, system.httpUrl));

test('the code of the guides works as described', () => runGuides(browser, system, password));

test.skipIf(onPath('curl') === null)(
  'the commands of the documents have the documented answers',
  async () => {
    expect(await wrongCommands(system, password)).toEqual([]);
  },
);

test('examples/visit prints its search, choices, changes and total', async () => {
  const visit = join(root, 'examples/visit/visit.mjs');
  const { stdout } = await run(process.execPath, [visit, system.httpUrl]);
  // 2 × 8.95 with 9 % tax and 2 × 18.50 with 21 % tax, less 10 % of 54.90: 16.11 with 1.33 tax, and 33.30 with
  // 5.78. The parcel costs 5.95 plus 21 % = 7.20.
  expect(stdout).toBe(`Coffee, the cheapest first:
  Hearth, the house blend, from 8.95
  Pack (attribute_pa_pack): 250-g, 500-g, 1-kg
  Grind (attribute_pa_grind): whole-bean, filter, espresso, french-press
Put in without choosing, then with the first of each option:
  refused (service_no_variation_found): Choose "Pack" and "Grind".
  success: 2 × "Hearth, the house blend - 250 g" have been added to your cart.
  2 × Hearth, the house blend - 250 g, €8.95 each, at most 140
One more, then out with it, and back again:
  success: The quantity of "Hearth, the house blend - 250 g" has been increased to 3.
  success: "Hearth, the house blend - 250 g" has been removed from your cart.
  can be brought back: Hearth, the house blend - 250 g
  success: "Hearth, the house blend - 250 g" has been restored to your cart.
An address, with a postcode that is none:
  error: The billing postcode is not valid and was not saved.
  Ana in Amsterdam
Two mugs and one coffee less, in one request:
  success: 2 × "Dawn mug" have been added to your cart.
  success: The quantity of "Hearth, the house blend - 250 g" has been decreased to 2.
A coupon that there is not, and one that there is:
  refused (service_coupon_not_exist): Coupon "nosuch" does not exist.
  success: Coupon code applied successfully.
  Coupon: welcome10, -€5.49
Ways to ship it, of which one is chosen:
  to Singel 1, Amsterdam
  * Parcel, two working days: €7.20 (flat_rate:1)
    Collect it from the workshop (local_pickup:3)
  success: Your order will be shipped by "Collect it from the workshop".
The small basket: 4 pieces, 49.41 EUR
To pay: €49.41, of which €7.11 tax; €4.70 less before tax, €0.00 for shipping
`);
});

// This is the last test, because it replaces the demo shop.
test.each([
  { locale: 'de_DE', lang: 'de-DE', country: 'DE', postcode: '50667' },
  { locale: 'pl_PL', lang: 'pl-PL', country: 'PL', postcode: '00-001' },
])('a purchase with refusals in a shop in $lang shows no English text', (shop) =>
  buyInOwnLanguage(browser, system, shop),
);
