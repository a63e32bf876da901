import { signal } from '@preact/signals';
import { type Cart, carts, follow, who } from '../api.ts';
import { show, wordsOf } from './notices.ts';

/** The cart; null until it has been read. */
export const cart = signal<Cart | null>(null);
/** Whether a change is under way. */
export const busy = signal(false);
/** Name of the customer who is logged in, or null. */
export const customer = signal<string | null>(who.customer());

let changes = Promise.resolve();

/**
 * Makes one change of the cart after the other and shows its notices. Returns whether it was made.
 */
export function changeCart(make: () => Promise<Cart>): Promise<boolean> {
  const done = changes.then(async () => {
    busy.value = true;
    try {
      const next = await make();
      take(next);
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

let followed = '';
let stop = new AbortController();

/** Follows the present cart while the tab is visible: a browser has few connections for all tabs. */
function followCart(): void {
  const whose = document.hidden ? '' : (who.customer() ?? who.cartKey() ?? '');
  if (whose === followed) return;
  followed = whose;
  stop.abort();
  stop = new AbortController();
  if (whose) {
    // A stream that is refused for good leaves a tab that reads the cart when it is looked at.
    follow(() => void readCart(), stop.signal).catch(() => undefined);
  }
}

function take(next: Cart): void {
  cart.value = next;
  followCart();
}

/** Reads the present shopper's cart and follows its changes. */
export async function openCart(): Promise<void> {
  await readCart();
  followCart();
}

/** Takes over a guest's cart that came from the page over plain HTTP. */
function takeHandedCart(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('cart');
  if (key === null) return;
  fragment.delete('cart');
  if (who.customer() === null) who.takeCart(key);
  const rest = fragment.size > 0 ? `#${fragment}` : '';
  history.replaceState(null, '', location.pathname + location.search + rest);
}

/** Starts the cart of this tab, and keeps it in step with other tabs. */
export function startCart(): void {
  takeHandedCart();
  who.onOtherTab(() => void openCart());
  document.addEventListener('visibilitychange', () => void (document.hidden ? followCart() : openCart()));
  void openCart();
}
