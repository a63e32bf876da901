interface FieldsProps {
  /** The current address. Its members have names such as `billing_city`. */
  readonly held: Readonly<Record<string, string>>;
  readonly kind: 'billing' | 'shipping';
}

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

/** Shows the fields of an address. A shipping address has no e-mail address. */
export function AddressFields({ held, kind }: FieldsProps) {
  const country = held[`${kind}_country`] ?? '';
  return (
    <>
      {fields
        .filter(({ name }) => name !== 'email' || kind === 'billing')
        .map(({ name, label, autoComplete }) => (
          <label key={name}>
            {label}
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
      <label>
        Country
        <select name="country" autoComplete={`${kind} country`} key={country}>
          {(countries.includes(country) ? countries : [country, ...countries]).map((code) => (
            <option key={code} value={code} selected={code === country}>
              {code && names.of(code)}
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
