import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A browser with its own cart. */
interface Shopper {
  readonly context: BrowserContext;
  /** What the consoles of its pages complained about. */
  readonly complaints: string[];
  open(path: string): Promise<Page>;
}

// What runs in the pages is text: the types of this project know no DOM.
const watchShifts = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const measure = `({
  shift: shifted,
  width: document.documentElement.scrollWidth,
  room: document.documentElement.clientWidth,
})`;
const findViolations = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`;

/** Returns a new browser of a shopper, with no cart. */
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

/** Expects that a page violates no rule of axe, has not shifted, and does not scroll sideways. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  await page.evaluate(axe.source);
  expect([name, await page.evaluate(findViolations)]).toEqual([name, []]);
  const { shift, width, room } = await page.evaluate<{ shift: number; width: number; room: number }>(measure);
  expect(shift, `${name}: layout shift`).toBeLessThan(0.01);
  expect(width, `${name}: width`).toBeLessThanOrEqual(room);
}

/** Returns the name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''`,
  );
}

/** Returns the label of the field that has the focus. */
function label(page: Page): Promise<string> {
  return page.evaluate(`document.activeElement?.labels?.[0]?.textContent ?? ''`);
}

/** Presses Tab until something, or the field of a label, has the focus. @throws Error when that does not happen */
export async function tabTo(page: Page, text: RegExp, by: 'name' | 'label' = 'name'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (text.test(by === 'label' ? await label(page) : await focused(page))) return;
  }
  throw new Error(`no Tab leads to ${text}`);
}
