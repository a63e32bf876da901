import { formatMoney, sumOf } from '@cartwright/client';
import type { Metadata } from 'next';
import Link from 'next/link';
import { catalogue } from '../../lib/catalogue';
import { shopper } from '../../lib/shopper';
import { ActionForm } from '../../parts/action-form';
import { applyCoupon, checkOut, removeItem, setQuantity } from './actions';

export const metadata: Metadata = { title: 'Cart' };

export default async function CartPage() {
  const shop = await shopper();
  const [cart, store] = await Promise.all([shop.cart.get(), catalogue.store.get()]);
  const { money } = cart;
  const items = Object.values(cart.items);
  const notices = Object.values(cart.notices).flat();
  return (
    <>
      <h1>Cart</h1>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {items.length === 0 ? (
        <p>
          Your cart is empty. <Link href="/">See all products</Link>
        </p>
      ) : (
        <>
          <ul className="items">
            {items.map(({ item_key: key, name, slug, quantity, money: { total, tax } }) => (
              <li key={key}>
                <Link href={`/product/${slug}`}>{name}</Link>
                {/* With another quantity the field begins anew. */}
                <ActionForm key={quantity.value} action={setQuantity} className="row">
                  <input type="hidden" name="key" value={key} />
                  <label>
                    Quantity <span className="hidden">of {name}</span>
                    <input type="number" name="quantity" min="0" defaultValue={quantity.value} required />
                  </label>
                  <button type="submit">
                    Change <span className="hidden">the quantity of {name}</span>
                  </button>
                </ActionForm>
                <ActionForm action={removeItem} className="row">
                  <input type="hidden" name="key" value={key} />
                  <button type="submit">
                    Remove <span className="hidden">{name}</span>
                  </button>
                </ActionForm>
                <span>{formatMoney(sumOf(total, tax))}</span>
              </li>
            ))}
          </ul>
          <ActionForm action={applyCoupon} className="row">
            <label>
              Coupon code
              <input name="code" required />
            </label>
            <button type="submit">Apply</button>
          </ActionForm>
          <dl>
            {money.discount_total.minor > 0 && (
              <>
                <dt>Discount</dt>
                <dd>{formatMoney(sumOf(money.discount_total, money.discount_tax))}</dd>
              </>
            )}
            {cart.needs_shipping && (
              <>
                <dt>Shipping</dt>
                <dd>{formatMoney(sumOf(money.shipping_total, money.shipping_tax))}</dd>
              </>
            )}
            <dt>Total</dt>
            <dd>{formatMoney(money.total)}</dd>
          </dl>
          {store.checkout ? (
            <ActionForm action={checkOut}>
              <input type="hidden" name="total" value={money.total.minor} />
              <button type="submit">Check out</button>
            </ActionForm>
          ) : (
            <p>This shop has no checkout yet.</p>
          )}
        </>
      )}
    </>
  );
}
