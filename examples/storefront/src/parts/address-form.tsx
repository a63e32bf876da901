import { type Cart, carts } from '../api.ts';
import { busy, changeCart } from '../state/cart.ts';

const countries =
  'AT BE BG CH CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV NL NO PL PT RO SE SI SK US'.split(' ');
const names = new Intl.DisplayNames('en', { type: 'region' });

const fields: readonly {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
}[] = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name' },
  { name: 'address_1', label: 'Street and number', autoComplete: 'address-line1' },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'email', label: 'E-mail', autoComplete: 'email' },
];

/** The address of the customer. What the shop does not accept is said in a notice, and the old text stays. */
export function AddressForm({ cart }: { readonly cart: Cart }) {
  const held = cart.customer.billing_address;
  const country = held.billing_country ?? '';
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const address = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    void changeCart(() => carts.setAddress(address));
  };
  return (
    <form class="stacked" aria-label="Address" onSubmit={save}>
      <h2>Address</h2>
      {fields.map(({ name, label, autoComplete }) => (
        <label key={name}>
          {label}
          <input
            key={held[`billing_${name}`]}
            name={name}
            inputMode={name === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            maxLength={200}
            defaultValue={held[`billing_${name}`]}
          />
        </label>
      ))}
      <label>
        Country
        <select name="country" autoComplete="country" key={country}>
          {(countries.includes(country) ? countries : [country, ...countries]).map((code) => (
            <option key={code} value={code} selected={code === country}>
              {code && names.of(code)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={busy.value}>
        Save the address
      </button>
    </form>
  );
}
