import { signal } from '@preact/signals';
import { CartwrightError } from '../../../../clients/typescript/src/index.ts';
import { type Cart, carts, follow, who } from '../api.ts';
import { isOwnCart } from '../page.ts';
import { text } from '../texts.ts';
import { show, wordsOf } from './notices.ts';

/** The current cart; null until it has been read. */
export const cart = signal<Cart | null>(null);
/** Whether a request that changes the cart is running. */
export const busy = signal(false);
/** The name of the customer who is logged in; null if nobody is. */
export const customer = signal<string | null>(who.customer());

let changes = Promise.resolve();

/**
 * Runs a change of the cart after all earlier changes, and shows the notices of the answer. Returns whether the change
 * succeeded.
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

/** Milliseconds after which the cart is read again if the shop could not answer. */
const againMs = 3_000;
let again: ReturnType<typeof setTimeout> | undefined;

/** Reads the cart again. If the shop cannot answer now, a visible tab tries it again later. */
async function readCart(): Promise<void> {
  clearTimeout(again);
  try {
    cart.value = await carts.read();
    customer.value = who.customer();
  } catch (error) {
    show('error', wordsOf(error));
    const mayPass = !(error instanceof CartwrightError) || error.status === 0 || error.status >= 429;
    if (mayPass) again = setTimeout(() => document.hidden || void readCart(), againMs);
  }
}

let followedShopper = '';
let stop = new AbortController();

/** Receives the changes of the current cart. A hidden tab does not read them: it reads the cart when it becomes visible. */
function followCart(): void {
  const shopper = who.customer() ?? who.cartKey() ?? '';
  if (shopper === followedShopper) return;
  followedShopper = shopper;
  stop.abort();
  stop = new AbortController();
  if (shopper) {
    // Failures are ignored, because the tab also reads the cart when the tab becomes visible.
    follow(() => document.hidden || void readCart(), stop.signal).catch(() => undefined);
  }
}

function setCart(next: Cart): void {
  cart.value = next;
  followCart();
}

/** Reads the cart of the current shopper, and then receives its changes. */
export async function openCart(): Promise<void> {
  await readCart();
  followCart();
}

/**
 * Makes a guest's cart the current cart if its key is in the fragment of the URL. The same page over plain HTTP
 * has put the key there (`securePage` in page.ts). The shopper is asked about a key from anywhere else.
 */
function takeCartFromFragment(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('cart');
  if (key === null) return;
  fragment.delete('cart');
  const rest = fragment.size > 0 ? `#${fragment}` : '';
  history.replaceState(null, '', location.pathname + location.search + rest);
  const own = who.cartKey();
  if (who.customer() !== null || key === own) return;
  if (isOwnCart(own, document.referrer, location.hostname) || confirm(text('cart.take'))) who.takeCart(key);
}

/** Shows at once that another tab has logged in or out, and then the cart of the shopper who is here now. */
function changeShopper(): void {
  const name = who.customer();
  if (name !== customer.value) cart.value = null;
  customer.value = name;
  void openCart();
}

/**
 * Opens the cart in this tab. Opens the cart again after changes in other tabs and when the tab becomes
 * visible.
 */
export function startCart(): void {
  takeCartFromFragment();
  who.onOtherTab(changeShopper);
  document.addEventListener('visibilitychange', () => document.hidden || changeShopper());
  void openCart();
}
