import { formatMoney, sumOf } from '../../../../clients/typescript/src/index.ts';
import { type Cart, type CartItem, carts } from '../api.ts';
import { changeCart } from '../state/cart.ts';
import { text } from '../texts.ts';
import { Picture } from './picture.tsx';
import { Quantity } from './quantity.tsx';

/** Moves the focus to the heading of the page, because the button that had the focus no longer exists. */
function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

function Line({ item }: { readonly item: CartItem }) {
  const { item_key: key, title, slug, quantity, money } = item;
  const options = Object.entries(item.meta.variation);
  return (
    <li class="line">
      <Picture src={item.featured_image} alt="" edge={96} isFirst />
      <div class="words">
        <h2>
          <a href={`/shop/product/${slug}`}>{title}</a>
        </h2>
        {options.length > 0 && (
          <p class="quiet">{options.map(([name, value]) => `${name}: ${value}`).join(', ')}</p>
        )}
        <p class="quiet">{text('cart.each', { price: formatMoney(money.price) })}</p>
      </div>
      <Quantity
        label={title}
        value={quantity.value}
        min={quantity.min_purchase}
        max={quantity.max_purchase}
        onChange={(value) => void changeCart(() => carts.setQuantity(key, value))}
      />
      <p class="amount">{formatMoney(sumOf(money.subtotal, money.subtotal_tax))}</p>
      <button
        class="plain"
        type="button"
        aria-label={text('cart.remove_item', { name: title })}
        onClick={() => void changeCart(() => carts.remove(key)).then(focusHeading)}
      >
        {text('cart.remove')}
      </button>
    </li>
  );
}

export function CartItems({ cart }: { readonly cart: Cart }) {
  return (
    <>
      <ul class="lines">
        {Object.values(cart.items).map((item) => (
          <Line key={item.item_key} item={item} />
        ))}
      </ul>
      {cart.removed_items.length > 0 && (
        <section class="removed" aria-label={text('cart.removed')}>
          {cart.removed_items.map(({ item_key: key, title }) => (
            <p key={key}>
              {text('cart.was_removed', { name: title })}{' '}
              <button
                class="plain"
                type="button"
                aria-label={text('cart.undo_item', { name: title })}
                onClick={() => void changeCart(() => carts.restore(key)).then(focusHeading)}
              >
                {text('cart.undo')}
              </button>
            </p>
          ))}
        </section>
      )}
    </>
  );
}
