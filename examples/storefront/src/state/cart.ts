import { signal } from '@preact/signals';
import { type Cart, carts, follow, who } from '../api.ts';
import { show, wordsOf } from './notices.ts';

/** The cart; null until it has been read. */
export const cart = signal<Cart | null>(null);
/** Whether a change of the cart is being made. */
export const busy = signal(false);
/** Name of the customer who is logged in, or null. */
export const customer = signal<string | null>(who.customer());

let changes = Promise.resolve();

/**
 * Changes the cart after all earlier changes are finished, and shows the notices. Returns whether the change was made.
 */
export function changeCart(make: () => Promise<Cart>): Promise<boolean> {
  const done = changes.then(async () => {
    busy.value = true;
    try {
      const next = await make();
      setCart(next);
      const { success = [], error = [], notice = [], info = [] } = next.notices;
      if (error.length > 0) show('error', ...error);
      else show('success', ...success, ...notice, ...info);
      return error.length === 0;
    } catch (error) {
      show('error', wordsOf(error));
      return false;
    } finally {
      busy.value = false;
    }
  });
  changes = done.then(() => undefined);
  return done;
}

/** Reads the cart again. */
async function readCart(): Promise<void> {
  try {
    cart.value = await carts.read();
    customer.value = who.customer();
  } catch (error) {
    show('error', wordsOf(error));
  }
}

let followedShopper = '';
let stop = new AbortController();

/** Follows the current cart while the tab is visible. Hidden tabs do not, since all tabs share a few connections. */
function followCart(): void {
  const shopper = document.hidden ? '' : (who.customer() ?? who.cartKey() ?? '');
  if (shopper === followedShopper) return;
  followedShopper = shopper;
  stop.abort();
  stop = new AbortController();
  if (shopper) {
    // Without a stream, the tab reads the cart whenever it becomes visible.
    follow(() => void readCart(), stop.signal).catch(() => undefined);
  }
}

function setCart(next: Cart): void {
  cart.value = next;
  followCart();
}

/** Reads the current shopper's cart and follows its changes. */
export async function openCart(): Promise<void> {
  await readCart();
  followCart();
}

/** Continues with the guest's cart whose key came from the page over plain HTTP (`securePage`). */
function takeCartFromFragment(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('cart');
  if (key === null) return;
  fragment.delete('cart');
  if (who.customer() === null) who.takeCart(key);
  const rest = fragment.size > 0 ? `#${fragment}` : '';
  history.replaceState(null, '', location.pathname + location.search + rest);
}

/** Opens the cart of this tab, and again after changes in other tabs. */
export function startCart(): void {
  takeCartFromFragment();
  who.onOtherTab(() => void openCart());
  document.addEventListener('visibilitychange', () => void (document.hidden ? followCart() : openCart()));
  void openCart();
}
