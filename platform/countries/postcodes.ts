type Form = readonly [bare: RegExp, written: string];

const threeAndTwo: Form = [/^(\d{3})(\d{2})$/, '$1 $2'];

const british: Form = [/^(BFPO(?=\d)|.{2,4}(?=.{3}$))/, '$1 '];

const american: Form = [/^(\d{5})(\d{4})$/, '$1-$2'];

/** For each country, where spaces, hyphens and letters are inserted into its postcodes. */
const postcodeForms: ReadonlyMap<string, Form> = new Map<string, Form>([
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

const fourDigits = /^\d{4}$/;

const fiveDigits = /^\d{5}$/;

const sevenDigits = /^\d{7}$/;

const zip = /^\d{5}(?:\d{4})?$/;

/**
 * The countries whose postcodes are checked, with the pattern of their bare postcodes. They are those that WooCommerce
 * checks. Postcodes change, and people know theirs best, so other countries have no pattern.
 */
const postcodePatterns: ReadonlyMap<string, RegExp> = new Map([
  ['AT', fourDigits],
  ['BA', /^[78]\d{4}$/],
  ['BE', fourDigits],
  ['BR', /^\d{8}$/],
  ['CA', /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/],
  ['CH', fourDigits],
  ['CZ', fiveDigits],
  ['DE', /^(?:0[1-9]|[1-9]\d)\d{3}$/],
  ['DK', /^(?:[124-9]\d|3[0-8])\d{2}$/],
  ['EE', fiveDigits],
  ['ES', fiveDigits],
  ['FI', fiveDigits],
  ['FR', fiveDigits],
  // A district of England, Scotland, Wales or Northern Ireland, the bank in Bootle, or a post office of the army.
  [
    'GB',
    /^(?:(?:[A-PR-UWYZ](?:[A-HK-Y]?\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRV-Y])|GIR)\d[ABD-HJLNP-UW-Z]{2}|BFPO\d{1,4})$/,
  ],
  ['HU', fourDigits],
  ['IE', /^(?:[AC-FHKNPRTV-Y]\d{2}|D6W)[\dAC-FHKNPRTV-Y]{4}$/],
  ['IN', /^[1-9]\d{5}$/],
  ['IT', fiveDigits],
  ['JP', sevenDigits],
  ['LI', /^94[89]\d$/],
  ['NL', /^[1-9]\d{3}(?:[A-RT-Z][A-Z]|S[BCE-RT-Z])$/],
  ['NO', fourDigits],
  ['PL', fiveDigits],
  ['PR', zip],
  ['PT', sevenDigits],
  ['SE', fiveDigits],
  ['SI', /^[1-9]\d{3}$/],
  ['SK', fiveDigits],
  ['US', zip],
]);

/** Matches the postcodes of a country without a pattern. */
const anywhere = /^[A-Z0-9](?:[A-Z0-9 -]{0,14}[A-Z0-9])?$/;

/** Countries where WooCommerce asks for no postcode. */
const withoutPostcodes: ReadonlySet<string> = new Set(
  'AE AO BD BH BO BS BW BZ CL CO CW GH GT HK JM KN MZ NG NP SR ST UG VN WS ZW'.split(' '),
);

/** Returns whether an address in a country usually has a postcode. */
export function hasPostcodes(country: string): boolean {
  return !withoutPostcodes.has(country);
}

/** Returns a bare postcode in the country's format: `SW1A1AA` in GB becomes `SW1A 1AA`. Null if the format has no place. */
function written(bare: string, country: string): string | null {
  const [form, inPlace] = postcodeForms.get(country) ?? [];
  return form && inPlace && form.test(bare) ? bare.replace(form, inPlace) : null;
}

/**
 * Returns a postcode in the format of a country (ISO 3166-1 alpha-2). Null for a postcode that the country does not
 * have. The country's code may stand before a postcode; in Denmark it stays, as in WooCommerce. For a country without a
 * pattern, up to 16 letters, digits, spaces and hyphens are valid (docs/reference/cart.md#addresses).
 */
export function postcodeIn(text: string, country: string): string | null {
  const spaced = text.trim().toUpperCase().replace(/\s+/g, ' ');
  const bare = spaced.replace(/[ -]/g, '');
  const pattern = postcodePatterns.get(country);
  if (!pattern) return anywhere.test(spaced) ? (written(bare, country) ?? spaced) : null;
  const isNamed = bare.startsWith(country) && !pattern.test(bare);
  const own = isNamed ? bare.slice(country.length) : bare;
  if (!/^[A-Z0-9 -]+$/.test(spaced) || !pattern.test(own)) return null;
  return `${isNamed && country === 'DK' ? 'DK-' : ''}${written(own, country) ?? own}`;
}

/**
 * Returns the pattern of a country's postcodes without spaces and hyphens, in capitals; null if any text of up to 16
 * letters, digits, spaces and hyphens is valid.
 */
export function postcodePatternOf(country: string): string | null {
  return postcodePatterns.get(country)?.source ?? null;
}
