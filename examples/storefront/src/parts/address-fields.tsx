import { useState } from 'preact/hooks';
import { store } from '../api.ts';
import { text } from '../texts.ts';
import { useLoaded } from './loaded.tsx';

interface FieldsProps {
  /** The current address. Its members have names such as `billing_city`. */
  readonly held: Readonly<Record<string, string>>;
  readonly kind: 'billing' | 'shipping';
}

const fields = [
  { name: 'first_name', autoComplete: 'given-name' },
  { name: 'last_name', autoComplete: 'family-name' },
  { name: 'address_1', autoComplete: 'address-line1' },
  { name: 'postcode', autoComplete: 'postal-code' },
  { name: 'city', autoComplete: 'address-level2' },
  { name: 'email', autoComplete: 'email' },
] as const;

interface StateProps {
  readonly kind: 'billing' | 'shipping';
  readonly held: string;
  readonly states: readonly { readonly code: string; readonly name: string }[];
}

/** Shows the choice of a state, in a country whose states are known. */
function StateField({ kind, held, states }: StateProps) {
  return (
    <label>
      {text('address.state')}
      <select name="state" autoComplete={`${kind} address-level1`}>
        <option value="" />
        {states.map(({ code, name }) => (
          <option key={code} value={code} selected={code === held}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows the fields of an address. A shipping address has no e-mail address. */
export function AddressFields({ held, kind }: FieldsProps) {
  const heldCountry = held[`${kind}_country`] ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? heldCountry;
  const known = useLoaded('countries', store.countries).value ?? [];
  const countries = known.filter((one) => one[kind]);
  const states = known.find(({ code }) => code === country)?.states ?? [];
  const isListed = countries.some(({ code }) => code === country);
  return (
    <>
      {fields
        .filter(({ name }) => name !== 'email' || kind === 'billing')
        .map(({ name, autoComplete }) => (
          <label key={name}>
            {text(`address.${name}`)}
            <input
              key={held[`${kind}_${name}`]}
              name={name}
              inputMode={name === 'email' ? 'email' : 'text'}
              autoComplete={`${kind} ${autoComplete}`}
              maxLength={200}
              defaultValue={held[`${kind}_${name}`]}
            />
          </label>
        ))}
      {states.length > 0 && (
        <StateField key={country} kind={kind} held={held[`${kind}_state`] ?? ''} states={states} />
      )}
      <label>
        {text('address.country')}
        <select
          name="country"
          autoComplete={`${kind} country`}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {!isListed && <option value={country}>{country}</option>}
          {countries.map(({ code, name }) => (
            <option key={code} value={code} selected={code === country}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Returns the values of an address form by the names of its fields. */
export function addressIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
