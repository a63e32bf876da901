import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A browser context with its own cart. */
interface Shopper {
  readonly context: BrowserContext;
  /** Warnings and errors on the console of the context's pages, and uncaught errors. */
  readonly complaints: string[];
  open(path: string): Promise<Page>;
}

// Scripts for the pages are strings, because this project has no types of the DOM.
const watchShifts = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const measure = `({
  shift: shifted,
  width: document.documentElement.scrollWidth,
  available: document.documentElement.clientWidth,
})`;
const findViolations = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`;

/** Returns a new browser context without a cart. */
export async function shopperIn(
  browser: Browser,
  baseURL: string,
  viewport = { width: 1_200, height: 800 },
): Promise<Shopper> {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true, baseURL });
  context.setDefaultTimeout(120_000);
  await context.addInitScript({ content: watchShifts });
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { context, complaints, open };
}

/** Expects that a page violates no rule of axe. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  expect([name, await page.evaluate(findViolations)]).toEqual([name, []]);
}

/** Expects that a page violates no rule of axe, had no layout shift, and does not scroll sideways. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  await expectAccessible(page, name);
  const { shift, width, available } = await page.evaluate<{
    shift: number;
    width: number;
    available: number;
  }>(measure);
  expect(shift, `${name}: layout shift`).toBeLessThan(0.01);
  expect(width, `${name}: width`).toBeLessThanOrEqual(available);
}

/** Returns the accessible name of the element with the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );
}

/** Returns the label of the field that has the focus. */
function label(page: Page): Promise<string> {
  return page.evaluate(`document.activeElement?.labels?.[0]?.textContent ?? ''`);
}

/**
 * Presses Tab until the element with this name, or the field with this label, has the focus.
 * @throws Error after 80 presses
 */
export async function tabTo(page: Page, text: RegExp, by: 'name' | 'label' = 'name'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (text.test(by === 'label' ? await label(page) : await focused(page))) return;
  }
  throw new Error(`no Tab leads to ${text}`);
}
