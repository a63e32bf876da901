import { formatMoney, type Money, sumOf } from '../../../../clients/typescript/src/index.ts';
import { type Cart, carts } from '../api.ts';
import { busy, changeCart } from '../state/cart.ts';
import { text } from '../texts.ts';

/** Shows the coupons of the cart, and a field to add a coupon. */
export function Coupons({ cart }: { readonly cart: Cart }) {
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const code = String(new FormData(form).get('code')).trim();
    void changeCart(() => carts.applyCoupon(code)).then((isDone) => isDone && form.reset());
  };
  return (
    <section aria-label={text('cart.coupons')}>
      <h2>{text('cart.coupon')}</h2>
      {cart.coupons.map(({ coupon, saving_html: saving }) => (
        <p key={coupon}>
          {coupon}: {saving}{' '}
          <button
            class="plain"
            type="button"
            aria-label={text('cart.remove_coupon', { code: coupon })}
            onClick={() => void changeCart(() => carts.removeCoupon(coupon))}
          >
            {text('cart.remove')}
          </button>
        </p>
      ))}
      <form class="row" onSubmit={apply}>
        <label class="unseen" for="coupon">
          {text('cart.coupon_code')}
        </label>
        <input
          id="coupon"
          name="code"
          maxLength={100}
          required
          autoComplete="off"
          placeholder={text('cart.coupon_code')}
        />
        <button type="submit" disabled={busy.value}>
          {text('cart.apply')}
        </button>
      </form>
    </section>
  );
}

/** Shows the shipping rates of each package, of which the shopper chooses one. */
export function Shipping({ cart }: { readonly cart: Cart }) {
  if (!cart.needs_shipping) return null;
  return (
    <section aria-label={text('cart.shipping')}>
      <h2>{text('cart.shipping')}</h2>
      {Object.entries(cart.shipping.packages).map(([id, { package_name: name, rates }]) => (
        <fieldset key={id}>
          <legend class={Object.keys(cart.shipping.packages).length > 1 ? '' : 'unseen'}>{name}</legend>
          {Object.values(rates).map(({ key, html, chosen_method: isChosen }) => (
            <label key={key}>
              <input
                type="radio"
                name={`ship-${id}`}
                checked={isChosen}
                disabled={busy.value}
                onChange={() => void changeCart(() => carts.ship(key, id))}
              />
              {html}
            </label>
          ))}
          {Object.keys(rates).length === 0 && <p>{text('cart.not_shipped')}</p>}
        </fieldset>
      ))}
    </section>
  );
}

/** Shows the totals of the cart. All amounts include tax, and the last line is the tax itself. */
export function Totals({ cart: { money, fees } }: { readonly cart: Cart }) {
  const discount = sumOf(money.discount_total, money.discount_tax);
  const rows: readonly (readonly [string, Money])[] = [
    [text('cart.products'), sumOf(money.subtotal, money.subtotal_tax)],
    ...(discount.minor > 0
      ? ([[text('cart.discount'), { ...discount, minor: -discount.minor }]] as const)
      : []),
    ...fees.map((fee) => [fee.name, sumOf(fee.money.total, fee.money.tax)] as const),
    [text('cart.shipping'), sumOf(money.shipping_total, money.shipping_tax)],
  ];
  return (
    <dl class="totals" aria-label={text('cart.totals')}>
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div class="total">
        <dt>{text('cart.total')}</dt>
        <dd>{formatMoney(money.total)}</dd>
      </div>
      <div class="quiet">
        <dt>{text('cart.tax')}</dt>
        <dd>{formatMoney(money.total_tax)}</dd>
      </div>
    </dl>
  );
}
