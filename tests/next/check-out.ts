import type { Browser } from 'playwright-core';
import { type ConnectedShop, paid } from '#testing/connected-shop.ts';
import { until } from '#testing/until.ts';
import type { Checks } from './checks.ts';

/** Buys a product as a guest. The stand-in of WooCommerce takes the cart and the money. */
export async function checkOut(
  checks: Checks,
  browser: Browser,
  url: string,
  { product, shop }: { readonly product: string; readonly shop: ConnectedShop },
): Promise<void> {
  const page = await browser.newPage({ baseURL: url });
  page.setDefaultTimeout(120_000);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  let back = '';
  await checks.try('the checkout is that of WooCommerce, which gets the cart', async () => {
    await page.goto(`/product/${product}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await heading('Cart');
    const opened = page.waitForRequest((request) => request.url().includes('wc-ajax=cartwright_checkout'));
    await page.getByRole('button', { name: 'Check out' }).click();
    const cart = await shop.open((await opened).url());
    if (cart.lines.length !== 1) throw new Error(`${cart.lines.length} lines`);
    if (cart.return_url !== `${url}/thanks`) throw new Error(`the shopper comes back to ${cart.return_url}`);
    back = `${cart.return_url}?checkout=${cart.id}`;
    shop.order(cart, paid);
  });
  await checks.try('the shopper comes back to a paid order and an empty cart', async () => {
    const isPaid = async () => {
      await page.goto(back);
      await heading('Your order');
      return page.getByText('Thank you. Your order is paid.').isVisible();
    };
    await until(isPaid);
    await page.goto('/cart');
    await page.getByText('Your cart is empty.').waitFor();
  });
  await page.close();
}
