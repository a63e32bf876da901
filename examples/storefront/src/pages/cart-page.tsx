import { AddressForm } from '../parts/address-form.tsx';
import { BuyButton } from '../parts/buy-button.tsx';
import { CartItems } from '../parts/cart-items.tsx';
import { Coupons, Shipping, Totals } from '../parts/charges.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { busy, cart } from '../state/cart.ts';
import { text } from '../texts.ts';

export function CartPage() {
  const held = cart.value;
  const isEmpty = held !== null && Object.keys(held.items).length === 0;
  return (
    <div class="cart-page" aria-busy={busy.value || held === null}>
      <PageTitle>{text('cart.title')}</PageTitle>
      {held && (
        <section class="items" aria-label={text('cart.items')}>
          {isEmpty && (
            <p>
              {text('cart.empty')} <a href="/shop/">{text('see_all')}</a>
            </p>
          )}
          <CartItems cart={held} />
        </section>
      )}
      {held && !isEmpty && (
        <div class="charges">
          <Coupons cart={held} />
          <Shipping cart={held} />
          <Totals cart={held} />
          <AddressForm cart={held} />
          <BuyButton cart={held} />
        </div>
      )}
    </div>
  );
}
