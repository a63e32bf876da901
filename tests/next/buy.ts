import { setTimeout } from 'node:timers/promises';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Checks } from './checks.ts';

interface Shop {
  readonly cli: (args: readonly string[]) => Promise<string>;
  readonly password: string;
}

// Scripts for the pages are strings, because this project has no types of the DOM.
const findViolations = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`;
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** The address of a shopper in another network, as a proxy in front of the shop names it. */
const address = '203.0.113.9';

function expect(what: string, found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one}, and not ${other}`);
}

/** Visits every page of the shop as one shopper, and changes a price meanwhile. */
export async function buy(
  checks: Checks,
  browser: Browser,
  url: string,
  { cli, password }: Shop,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 360, height: 700 },
    extraHTTPHeaders: { 'X-Forwarded-For': address },
  });
  context.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  const page = await context.newPage();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const isSound = async (name: string) => {
    await page.evaluate(axe.source);
    expect(`${name}: axe`, await page.evaluate(findViolations), []);
    expect(`${name}: wider than the screen`, await page.evaluate(overflow), 0);
  };
  const total = () => page.locator('dd').last().textContent();

  await checks.try('a list has products, and a second page', async () => {
    await page.goto('/');
    await heading('Products');
    await isSound('list');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('Page 2 of').waitFor();
  });
  await checks.try('a product with options is put into the cart', async () => {
    await page.goto('/product/hearth-the-house-blend');
    await isSound('product');
    for (const select of await page.locator('select').all()) await select.selectOption({ index: 1 });
    await press('Add to cart');
    await heading('Cart');
    await isSound('cart');
  });
  await checks.try('a quantity changes the total, and a refusal is a sentence', async () => {
    const before = await total();
    await page.getByLabel('Quantity').fill('2');
    await press(/^Change/);
    await page.waitForFunction(`document.querySelector('dl dd:last-of-type').textContent !== '${before}'`);
    await page.getByLabel('Coupon code').fill('nosuch');
    await press('Apply');
    await page.getByText('Coupon "nosuch" does not exist.').waitFor();
  });
  await checks.try('a wrong password is refused, and the right one takes the cart along', async () => {
    await page.getByRole('link', { name: 'Account' }).click();
    await heading('Log in');
    await isSound('login');
    for (const [attempt, result] of [
      ['a wrong password', 'Authentication failed.'],
      [password, 'You are logged in as ann.'],
    ] as const) {
      await page.getByLabel('User name').fill('ann');
      await page.getByLabel('Password').fill(attempt);
      await press('Log in');
      await page.getByText(result).waitFor();
    }
    await isSound('account');
    await page.getByRole('link', { name: 'Cart' }).click();
    await heading('Cart');
    expect('quantity', await page.getByLabel('Quantity').inputValue(), '2');
  });
  await checks.try('no script can read the tokens', async () => {
    const cookies = await context.cookies();
    expect('cookies', cookies.map(({ name }) => name).sort(), ['access-token', 'refresh-token']);
    expect('for scripts', await page.evaluate('document.cookie'), '');
  });
  await checks.try('a login goes on after its access token', async () => {
    await context.clearCookies({ name: 'access-token' });
    await page.goto('/account');
    await page.getByText('You are logged in as ann.').waitFor();
  });
  await checks.try("the shop says that it has no checkout, and knows the shopper's address", async () => {
    await page.goto('/cart');
    await page.getByText('This shop has no checkout yet.').waitFor();
    const audit = await cli(['audit', '--json']);
    if (!audit.includes(`"${address}"`))
      throw new Error(`${address} is not in the log of security: ${audit}`);
  });
  await checks.try('a changed price is on the static pages', async () => {
    await page.goto('/product/dawn-mug');
    expect('old price', (await page.locator('.price').textContent())?.includes('77.77'), false);
    await cli(['products', 'set', 'KC-DAWN', '--price', '77.77']);
    await showsOnStaticPage(page, '/product/dawn-mug', '77.77');
  });
  await checks.try('a forged delivery is refused', async () => {
    const data = JSON.stringify({ type: 'product.changed' });
    const headers = { 'Cartwright-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    const answer = await page.request.post('/api/webhook', { data, headers });
    expect('status', answer.status(), 401);
  });
  await checks.try('a logout leaves no token', async () => {
    await page.goto('/account');
    await press('Log out');
    await heading('Log in');
    expect(
      'tokens',
      (await context.cookies()).filter(({ name }) => name.endsWith('token')),
      [],
    );
  });
  await checks.try('the usual address of an icon leads to the icon', async () => {
    const icon = await page.request.get('/favicon.ico');
    expect('icon', [icon.status(), icon.headers()['content-type']], [200, 'image/svg+xml']);
  });
  await checks.try('the browser has nothing to complain of', async () => expect('console', complaints, []));
}

/** Opens a static page until it has a text, which the webhook brings soon. */
async function showsOnStaticPage(page: Page, path: string, text: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    await page.goto(path);
    if ((await page.locator('main').textContent())?.includes(text)) return;
    await setTimeout(200);
  }
  throw new Error(`${path} does not show ${text}`);
}
