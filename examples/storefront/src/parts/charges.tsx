import { type Cart, carts } from '../api.ts';
import { minorUnits, money } from '../money.ts';
import { busy, changeCart } from '../state/cart.ts';

/** Shows the coupons of the cart, and a field to add a coupon. */
export function Coupons({ cart }: { readonly cart: Cart }) {
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const code = String(new FormData(form).get('code')).trim();
    void changeCart(() => carts.applyCoupon(code)).then((isDone) => isDone && form.reset());
  };
  return (
    <section aria-label="Coupons">
      <h2>Coupon</h2>
      {cart.coupons.map(({ coupon, saving_html: saving }) => (
        <p key={coupon}>
          {coupon}: {saving}{' '}
          <button
            class="plain"
            type="button"
            aria-label={`Remove the coupon ${coupon}`}
            onClick={() => void changeCart(() => carts.removeCoupon(coupon))}
          >
            Remove
          </button>
        </p>
      ))}
      <form class="row" onSubmit={apply}>
        <label class="unseen" for="coupon">
          Coupon code
        </label>
        <input
          id="coupon"
          name="code"
          maxLength={100}
          required
          autoComplete="off"
          placeholder="Coupon code"
        />
        <button type="submit" disabled={busy.value}>
          Apply
        </button>
      </form>
    </section>
  );
}

/** Shows the shipping rates of each package, of which the shopper chooses one. */
export function Shipping({ cart }: { readonly cart: Cart }) {
  if (!cart.needs_shipping) return null;
  return (
    <section aria-label="Shipping">
      <h2>Shipping</h2>
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
          {Object.keys(rates).length === 0 && <p>Nothing is shipped to this address.</p>}
        </fieldset>
      ))}
    </section>
  );
}

/** Shows the totals of the cart. All amounts include tax, and the last line is the tax itself. */
export function Totals({ cart: { currency, totals, fees } }: { readonly cart: Cart }) {
  const sum = (amount: string | number, tax: string | number) =>
    minorUnits(amount, currency) + minorUnits(tax, currency);
  const discount = sum(totals.discount_total, totals.discount_tax);
  const rows: readonly (readonly [string, number])[] = [
    ['Products', sum(totals.subtotal, totals.subtotal_tax)],
    ...(discount > 0 ? ([['Discount', -discount]] as const) : []),
    ...fees.map(({ name, total, tax }) => [name, sum(total, tax)] as const),
    ['Shipping', sum(totals.shipping_total, totals.shipping_tax)],
  ];
  return (
    <dl class="totals" aria-label="Totals">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(amount, currency)}</dd>
        </div>
      ))}
      <div class="total">
        <dt>Total</dt>
        <dd>{money(minorUnits(totals.total, currency), currency)}</dd>
      </div>
      <div class="quiet">
        <dt>Tax in it</dt>
        <dd>{money(minorUnits(totals.total_tax, currency), currency)}</dd>
      </div>
    </dl>
  );
}
