import { type Cart, carts } from '../api.ts';
import { busy, changeCart } from '../state/cart.ts';
import { text } from '../texts.ts';
import { AddressFields, addressIn } from './address-fields.tsx';

/** Shows a form with the customer's address. If the shop refuses a value, a notice is shown and the old value stays. */
export function AddressForm({ cart }: { readonly cart: Cart }) {
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const address = addressIn(event.currentTarget as HTMLFormElement);
    void changeCart(() => carts.setAddress(address));
  };
  return (
    <form class="stacked" aria-label={text('address.title')} onSubmit={save}>
      <h2>{text('address.title')}</h2>
      <AddressFields held={cart.customer.billing_address} kind="billing" />
      <button type="submit" disabled={busy.value}>
        {text('address.save')}
      </button>
    </form>
  );
}
