import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shopperIn } from './shopper.fixture.ts';

const tabs = 12;
const stream = '/v2/cart/events';

/** Makes a page believe that its tab is hidden, or visible. In a headless browser every tab is visible. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    Object.defineProperty(document, 'hidden', { value: ${state === 'hidden'}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

/** Returns a function with the pages that have an open event stream. */
function watchStreams(context: BrowserContext): () => Page[] {
  const open = new Map<object, Page>();
  // The end of a request is not reported if its page is closed or goes elsewhere.
  const forget = (gone: Page) => {
    for (const [request, page] of open) if (page === gone) open.delete(request);
  };
  context.on('page', (page) => {
    page.on('close', () => forget(page));
    page.on('framenavigated', () => forget(page));
  });
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === stream) open.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => [...open.values()];
}

/**
 * Opens twelve tabs, twice as many as a browser opens connections over HTTP/1.1. They share one event stream, show each
 * change, close the stream while all are hidden, and see a login and a logout of each other.
 */
export async function visitTabs(
  browser: Browser,
  secureUrl: string,
  name: string,
  password: string,
): Promise<void> {
  const { open, context, complaints } = await shopperIn(browser, secureUrl);
  const streams = watchStreams(context);
  const oneStream = () => expect.poll(() => streams().length).toBe(1);
  const first = await open('/shop/product/dawn-mug');
  await first.getByRole('button', { name: 'Add to cart' }).click();
  const pages = [first];
  // Not the list, whose many pictures would take the browser longer than all that is tested here.
  while (pages.length < tabs) pages.push(await open('/shop/product/dawn-mug'));
  const [, second, third] = pages;
  if (!second || !third) throw new Error('there are not enough tabs');
  const allShow = (pieces: string) =>
    Promise.all(pages.map((page) => page.locator('.count', { hasText: pieces }).waitFor()));
  await allShow('1 piece');
  await oneStream();

  // The other tabs go on when the one with the stream is hidden or closed.
  await first.getByRole('button', { name: 'Add to cart' }).click();
  await allShow('2 pieces');
  await oneStream();
  expect(streams()).toEqual([first]);
  await turn(first, 'hidden');
  await expect.poll(() => streams().filter((page) => page !== first).length).toBe(1);
  await oneStream();
  await pages.splice(pages.indexOf(streams()[0] ?? second), 1)[0]?.close();
  await oneStream();
  const [, another] = pages;
  if (!another) throw new Error('there are not enough tabs');
  await another.goto('/shop/cart');
  await another.getByRole('button', { name: /^One more/ }).click();
  await Promise.all(
    pages.filter((page) => page !== first).map((page) => page.getByText('3 pieces').waitFor()),
  );

  // While no tab is visible there is no stream. A tab that becomes visible shows what has changed.
  await Promise.all(pages.map((page) => turn(page, 'hidden')));
  await expect.poll(() => streams().length).toBe(0);
  await another.getByRole('button', { name: /^One more/ }).click();
  await another.locator('.count', { hasText: '4 pieces' }).waitFor();
  await Promise.all(pages.map((page) => turn(page, 'visible')));
  await allShow('4 pieces');
  await oneStream();

  await first.goto('/shop/login');
  await first.getByLabel('User name or e-mail address').fill(name);
  await first.getByLabel('Password').fill(password);
  await first.getByRole('button', { name: 'Log in' }).click();
  await Promise.all(pages.map((page) => page.getByRole('link', { name }).waitFor()));
  await allShow('4 pieces');
  await oneStream();
  await first.goto('/shop/account');
  await first.getByRole('button', { name: 'Log out' }).click();
  await Promise.all(pages.map((page) => page.getByRole('link', { name: 'Log in' }).first().waitFor()));
  await allShow('0 pieces');
  // A tab that reads the cart while another one logs out is refused, and then reads it as a guest.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  await context.close();
}
