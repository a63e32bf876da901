import { iso31662 } from 'iso-3166';

/**
 * Countries where shops use ISO 3166-2 codes for states, without the country prefix. In other countries, shops have
 * codes of their own or shoppers write free text.
 */
const countries: ReadonlySet<string> = new Set(['AR', 'AU', 'BR', 'CA', 'ES', 'IE', 'IT', 'US', 'ZA']);

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
  Array.from(countries, (country) => {
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

const names: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Countries for which shops write the names of states without accents. */
const plainNames: ReadonlySet<string> = new Set(['IN', 'JP']);

/**
 * Returns the name of the state with the code `state`. The code may have any form that shops use: `MI`, `JP13` or
 * `NG-LA`. Any other text is returned unchanged.
 */
export function stateName(state: string, country: string): string {
  const inFull = state.startsWith(country) ? state.replace(country, `${country}-`).replace('--', '-') : '';
  const name = names.get(`${country}-${state}`) ?? names.get(inFull) ?? state;
  return plainNames.has(country) ? name.normalize('NFD').replace(/\p{M}/gu, '') : name;
}
