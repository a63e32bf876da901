import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

type Form = readonly [compact: RegExp, written: string];

const threeAndTwo: Form = [/^(\d{3})(\d{2})$/, '$1 $2'];
const british: Form = [/^(.{2,4})(.{3})$/, '$1 $2'];
const american: Form = [/^(\d{5})(\d{4})$/, '$1-$2'];

/** For each country, where spaces, hyphens and letters are inserted into its postcodes. */
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

/** Countries with valid postcodes that the package `postcode-validator` refuses. */
const incomplete: ReadonlySet<string> = new Set(['AR', 'MN', 'NI', 'SV']);

/** Matches the postcodes that are accepted for a country without a known pattern. */
const anywhere = /^[A-Z0-9](?:[A-Z0-9 -]{0,14}[A-Z0-9])?$/;

/** Returns a postcode in the country's format: `sw1a1aa` in GB becomes `SW1A 1AA`. */
function written(text: string, country: string): string {
  const spaced = text.trim().toUpperCase().replace(/\s+/g, ' ');
  const compact = spaced.replace(/[ -]/g, '');
  const [form, inPlace] = forms.get(country) ?? [];
  return form && inPlace && form.test(compact) ? compact.replace(form, inPlace) : spaced;
}

/**
 * Returns a postcode in the format of a country (ISO 3166-1 alpha-2). Null for an invalid postcode. For a country
 * without a known pattern, up to 16 letters, digits, spaces and hyphens are valid (docs/reference/cart.md#addresses).
 */
export function postcodeIn(text: string, country: string): string | null {
  const postcode = written(text, country);
  const isKnown = postcodeValidatorExistsForCountry(country) && !incomplete.has(country);
  const isPostcode = isKnown ? postcodeValidator(postcode, country) : anywhere.test(postcode);
  return isPostcode ? postcode : null;
}
