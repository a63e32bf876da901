import { iso31662 } from 'iso-3166';

/**
 * Countries where shops use ISO 3166-2 codes for states, without the country prefix. In other countries, shops have
 * codes of their own or shoppers write free text.
 */
const codedCountries: ReadonlySet<string> = new Set(['AR', 'AU', 'BR', 'CA', 'ES', 'IE', 'IT', 'US', 'ZA']);

/** States that exist only in addresses for mail to the armed forces, not as part of a country. */
const postalStates: readonly (readonly [country: string, code: string, name: string])[] = [
  ['US', 'AA', 'Armed Forces Americas'],
  ['US', 'AE', 'Armed Forces Europe'],
  ['US', 'AP', 'Armed Forces Pacific'],
];

/** Returns a text in lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * By country: maps the code and the name of each state, as `plain` returns them, to the state's code. If a code and a
 * name are equal, the code takes precedence.
 */
const codesIn: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Array.from(codedCountries, (country) => {
    const own = iso31662
      .filter(({ code }) => code.startsWith(`${country}-`))
      .map(({ code, name }) => [country, code.slice(country.length + 1), name] as const);
    const all = [...own, ...postalStates.filter((one) => one[0] === country)];
    const names = all.map(([, code, name]) => [plain(name), code] as const);
    return [country, new Map([...names, ...all.map(([, code]) => [plain(code), code] as const)])] as const;
  }),
);

/**
 * Returns the code of the state with the code or name `text` in a country (ISO 3166-1 alpha-2). Null for an unknown
 * state. For a country outside `countries`, returns the text itself; a text of two or three letters is returned in
 * capitals (docs/reference/cart.md#addresses).
 */
export function stateIn(text: string, country: string): string | null {
  const states = codesIn.get(country);
  if (states) return states.get(plain(text)) ?? null;
  return /^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text;
}

/** A part of a country in which addresses name it, with its code and its name. */
export interface State {
  readonly code: string;
  readonly name: string;
}

/** Regions that only group the states of a country. */
const groups: ReadonlySet<string> = new Set(iso31662.map(({ parent }) => parent));

/**
 * Returns the states of a country from which a shopper chooses, in the order of their codes. Empty for a country where
 * shoppers write a state as they like, or none.
 */
export function statesOf(country: string): readonly State[] {
  if (!codedCountries.has(country)) return [];
  const own = iso31662
    .filter(({ code }) => code.startsWith(`${country}-`) && !groups.has(code))
    .map(({ code, name }) => ({ code: code.slice(country.length + 1), name }));
  const postal = postalStates.filter((one) => one[0] === country).map(([, code, name]) => ({ code, name }));
  return [...own, ...postal];
}
