import { type Cart, carts, type Item } from '../api.ts';
import { minorUnits, money } from '../money.ts';
import { changeCart } from '../state/cart.ts';
import { Picture } from './picture.tsx';
import { Quantity } from './quantity.tsx';

/** Moves the focus to the heading of the page, because the button that had the focus no longer exists. */
function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

function Line({ item, cart: { currency } }: { readonly item: Item; readonly cart: Cart }) {
  const { item_key: key, title, slug, quantity, totals } = item;
  const options = Object.entries(item.meta.variation);
  const total = minorUnits(totals.subtotal, currency) + minorUnits(totals.subtotal_tax, currency);
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
        <p class="quiet">{item.price} each</p>
      </div>
      <Quantity
        label={title}
        value={quantity.value}
        min={quantity.min_purchase}
        max={quantity.max_purchase}
        onChange={(value) => void changeCart(() => carts.setQuantity(key, value))}
      />
      <p class="amount">{money(total, currency)}</p>
      <button
        class="plain"
        type="button"
        aria-label={`Remove ${title}`}
        onClick={() => void changeCart(() => carts.remove(key)).then(focusHeading)}
      >
        Remove
      </button>
    </li>
  );
}

export function CartItems({ cart }: { readonly cart: Cart }) {
  return (
    <>
      <ul class="lines">
        {Object.values(cart.items).map((item) => (
          <Line key={item.item_key} item={item} cart={cart} />
        ))}
      </ul>
      {cart.removed_items.length > 0 && (
        <section class="removed" aria-label="Removed">
          {cart.removed_items.map(({ item_key: key, title }) => (
            <p key={key}>
              {title} was removed.{' '}
              <button
                class="plain"
                type="button"
                aria-label={`Undo: put ${title} back`}
                onClick={() => void changeCart(() => carts.restore(key)).then(focusHeading)}
              >
                Undo
              </button>
            </p>
          ))}
        </section>
      )}
    </>
  );
}
