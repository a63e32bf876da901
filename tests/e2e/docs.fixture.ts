import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../dev/base/settings.ts';
import { readReaders } from '../../gateway/site/pages.ts';
import { expectAccessible, expectSound, shopperIn, tabTo } from './shopper.fixture.ts';

/** Returns the JavaScript blocks of a guide. */
async function codeOf(guide: string): Promise<string[]> {
  const text = await readFile(join(root, `docs/${guide}.md`), 'utf8');
  return [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

/** Runs JavaScript, which may use `await`, in a page and returns its value. */
function evaluated<T>(page: Page, program: string): Promise<T> {
  return page.evaluate(`(async () => { ${program} })()`);
}

/** Reads a product in the reference with the keyboard alone, and returns the answer that the page shows. */
async function readProduct(page: Page, id: string): Promise<{ status: string; body: string }> {
  await tabTo(page, /^Filter by tag or path$/);
  await page.keyboard.type('Products and var');
  await expect.poll(() => page.locator('.opblock-tag').count()).toBe(1);
  await tabTo(page, /^GET\s*\/v2\/products\/\{id\}(?!\/)/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^id$/);
  await page.keyboard.type(id);
  await tabTo(page, /^Execute$/);
  await page.keyboard.press('Enter');
  const answer = page.locator('.live-responses-table tbody .response');
  const status = await answer.locator('.response-col_status').textContent();
  const body = await answer.locator('.response-col_description pre').first().textContent();
  return { status: status ?? '', body: body ?? '' };
}

/**
 * Uses the documentation with the keyboard alone: reads, searches and sends a request. Checks that the pages
 * request no other host, and violate no content security policy and no rule of axe.
 */
export async function visitReference(browser: Browser, shop: string): Promise<void> {
  const { context, complaints } = await shopperIn(browser, shop);
  const page = await context.newPage();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/docs/api');
  await page.getByText('Add an item to the cart', { exact: true }).first().waitFor();
  const { status, body } = await readProduct(page, '101');
  expect([status, JSON.parse(body).name]).toEqual([expect.stringContaining('200'), 'Dawn mug']);
  await expectAccessible(page, 'reference');
  await page.goto('/');
  await expectAccessible(page, 'home');
  await tabTo(page, /^Search the documents$/);
  await page.keyboard.type('EventSource');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  await expectAccessible(page, 'search');
  await tabTo(page, /^Live carts: a stream of cart events › In a storefront$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'In a storefront' }).waitFor();
  await expectAccessible(page, 'document');
  const isOwn = (address: string) => /^(data|blob):/.test(address) || address.startsWith(shop);
  expect(addresses.filter((address) => !isOwn(address))).toEqual([]);
  // The browser reports violations of a page's content security policy on the console.
  expect(complaints).toEqual([]);
  await context.close();
}

/** Opens every page on a phone. Expects that none is wider than it, and that the kinds of pages violate no rule of axe. */
export async function readOnPhone(browser: Browser, shop: string): Promise<void> {
  const { context, complaints } = await shopperIn(browser, shop, { width: 360, height: 700 });
  const page = await context.newPage();
  const sound = ['/', '/docs', '/docs/search?q=cart', '/docs/first-cart', '/docs/reference/store'];
  for (const path of sound) {
    await page.goto(path);
    await expectSound(page, path);
  }
  await page.goto('/docs/api');
  await page.getByText('Add an item to the cart', { exact: true }).first().waitFor();
  await expectAccessible(page, '/docs/api');
  const wide: string[] = [];
  const noteIfWide = async (path: string) => {
    if (await page.evaluate('document.documentElement.scrollWidth > 360')) wide.push(path);
  };
  await noteIfWide('/docs/api');
  const all = (await readReaders()).flatMap((reader) => reader.pages.map(({ path }) => `/docs/${path}`));
  for (const path of all) {
    await page.goto(path);
    await noteIfWide(path);
  }
  expect(wide).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
}

/** Runs the code of the guides in a page of the demo shop. */
export async function runGuides(
  browser: Browser,
  { httpUrl, httpsUrl }: { readonly httpUrl: string; readonly httpsUrl: string },
  password: string,
): Promise<void> {
  const { context } = await shopperIn(browser, httpUrl);
  // An empty page on the host of the shop. The page has no content security policy and no other scripts.
  await context.route('**/guide', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const page = await context.newPage();
  await page.goto('/guide');
  const cart = (await codeOf('first-cart')).join('\n').replaceAll('http://127.0.0.1:8080', httpUrl);
  const result = `return [products.length, totals.total, (await cart('GET', '')).item_count];`;
  expect(await evaluated(page, `${cart} ${result}`)).toEqual([10, '44.20', 3]);

  const cocart = (await codeOf('from-cocart')).join('\n').replaceAll('http://127.0.0.1:8080', httpUrl);
  expect(await evaluated(page, `${cocart} return [cart.item_count, cart.totals.total];`)).toEqual([
    2,
    '4420',
  ]);

  const [followGuest = '', followCustomer = ''] = await codeOf('live-carts');
  const prelude = `const shop = '';
    const { promise, resolve: refreshCart } = Promise.withResolvers();`;
  await evaluated(page, `${prelude} ${followGuest} await promise; events.close();`);

  await page.goto(`${httpsUrl}/guide`);
  const [login = '', askAsCustomer = '', refresh = ''] = await codeOf('browser-login');
  const loggedIn = `${prelude} ${login} const { jwt_token, refresh_token } = await login('ann', '${password}');`;
  const statuses = `const statuses = [];
    const fetch = async (...input) => {
      const answer = await globalThis.fetch(...input);
      statuses.push(answer.status);
      return answer;
    };`;
  const asked = `${statuses} ${loggedIn} ${askAsCustomer} ${refresh} return statuses;`;
  expect(await evaluated(page, asked)).toEqual([200, 200, 200]);
  const [copyCart = ''] = await codeOf('checkout');
  const added = `await fetch('/v2/cart/add-item', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + jwt_token },
      body: '{"id":"101","quantity":"2"}',
    });`;
  const copied = `return [link, await (await fetch('/v2/cart?_fields=item_count', { headers: { 'Cart-Key': key } })).json()];`;
  expect(await evaluated(page, `${loggedIn} ${added} ${copyCart} ${copied}`)).toEqual([
    expect.stringMatching(/^\/\?cocart-load-cart=t_\w+$/),
    { item_count: expect.any(Number) },
  ]);
  await evaluated(page, `${loggedIn} ${followCustomer} void follow(jwt_token); await promise;`);
  await context.close();
}
