import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

type Form = readonly [compact: RegExp, written: string];

const threeAndTwo: Form = [/^(\d{3})(\d{2})$/, '$1 $2'];
const british: Form = [/^(.{2,4})(.{3})$/, '$1 $2'];
const american: Form = [/^(\d{5})(\d{4})$/, '$1-$2'];

/** Where a country's blanks, hyphens and letters belong in the letters and digits of a postcode. */
const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['BR', [/^(\d{5})(\d{3})$/, '$1-$2']],
  ['CA', [/^(.{3})(.{3})$/, '$1 $2']],
  ['CZ', threeAndTwo],
  ['GB', british],
  ['GG', british],
  ['GR', threeAndTwo],
  ['IE', [/^(.{3})(.{4})$/, '$1 $2']],
  ['IM', british],
  ['JE', british],
  ['JP', [/^(\d{3})(\d{4})$/, '$1-$2']],
  ['LT', [/^(?:LT)?(\d{5})$/, 'LT-$1']],
  ['LV', [/^(?:LV)?(\d{4})$/, 'LV-$1']],
  ['MT', [/^(\D{3})(\d{4})$/, '$1 $2']],
  ['NL', [/^(\d{4})(\D{2})$/, '$1 $2']],
  ['PL', [/^(\d{2})(\d{3})$/, '$1-$2']],
  ['PR', american],
  ['PT', [/^(\d{4})(\d{3})$/, '$1-$2']],
  ['SE', threeAndTwo],
  ['SK', threeAndTwo],
  ['US', american],
]);

/** Countries where more is in use than the validator's pattern has: codes of a former or a later form. */
const moreThanKnown: ReadonlySet<string> = new Set(['AR', 'MN', 'NI', 'SV']);

/** What is a postcode somewhere. */
const anywhere = /^[A-Z0-9](?:[A-Z0-9 -]{0,14}[A-Z0-9])?$/;

/** A postcode as the country writes it: `sw1a1aa` in GB is `SW1A 1AA`. */
function written(text: string, country: string): string {
  const spaced = text.trim().toUpperCase().replace(/\s+/g, ' ');
  const compact = spaced.replace(/[ -]/g, '');
  const [form, inPlace] = forms.get(country) ?? [];
  return form && inPlace && form.test(compact) ? compact.replace(form, inPlace) : spaced;
}

/**
 * The postcode in a text as the country (ISO 3166-1 alpha-2) writes it; null for one that it does not have. Where
 * a country's postcodes are not known, any letters and digits are one (docs/reference/cart.md#addresses).
 */
export function postcodeIn(text: string, country: string): string | null {
  const postcode = written(text, country);
  const isKnown = postcodeValidatorExistsForCountry(country) && !moreThanKnown.has(country);
  const isPostcode = isKnown ? postcodeValidator(postcode, country) : anywhere.test(postcode);
  return isPostcode ? postcode : null;
}
