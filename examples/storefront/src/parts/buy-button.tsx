import { useState } from 'preact/hooks';
import { type Cart, purchases } from '../api.ts';
import { busy, openCart } from '../state/cart.ts';
import { show, wordsOf } from '../state/notices.ts';
import { text } from '../texts.ts';

/** The button that begins the checkout, and sends the browser to the shop's own checkout page. */
export function BuyButton({ cart }: { cart: Cart }) {
  const [isLeaving, setLeaving] = useState(false);
  async function buy() {
    setLeaving(true);
    try {
      const { url } = await purchases.begin(cart.money.total.minor, `${location.origin}/shop/thanks`);
      if (url) return location.assign(url);
      show('error', text('cart.ordered'));
    } catch (error) {
      show('error', wordsOf(error));
    }
    setLeaving(false);
    await openCart();
  }
  return (
    <button class="buy" type="button" disabled={busy.value || isLeaving} onClick={() => void buy()}>
      {text('cart.check_out')}
    </button>
  );
}
