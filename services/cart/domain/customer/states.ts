import { iso31662 } from 'iso-3166';

/**
 * Countries whose post and shops write a state by its ISO 3166-2 code, without the country in front. Elsewhere shops
 * have codes of their own, or people write what they like.
 */
const countries: ReadonlySet<string> = new Set(['AR', 'AU', 'BR', 'CA', 'ES', 'IE', 'IT', 'US', 'ZA']);

/** What is a state to the post, but no part of a country: mail to the armed forces. */
const more: readonly (readonly [country: string, code: string, name: string])[] = [
  ['US', 'AA', 'Armed Forces Americas'],
  ['US', 'AE', 'Armed Forces Europe'],
  ['US', 'AP', 'Armed Forces Pacific'],
];

/** Without regard to case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Codes by country, by what each state may be called: its code or its name. Codes come before names. */
const known: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Array.from(countries, (country) => {
    const own = iso31662
      .filter(({ code }) => code.startsWith(`${country}-`))
      .map(({ code, name }) => [country, code.slice(country.length + 1), name] as const);
    const all = [...own, ...more.filter((one) => one[0] === country)];
    const names = all.map(([, code, name]) => [plain(name), code] as const);
    return [country, new Map([...names, ...all.map(([, code]) => [plain(code), code] as const)])] as const;
  }),
);

/**
 * The state that a text means in a country (ISO 3166-1 alpha-2), by its code or its name: the code; null for one that
 * the country does not have. Where a country's states are not known, whatever is written, a short code in capitals
 * (docs/reference/cart.md#addresses).
 */
export function stateIn(text: string, country: string): string | null {
  const states = known.get(country);
  if (states) return states.get(plain(text)) ?? null;
  return /^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text;
}

const names: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Countries whose states shops write in plain Latin letters. */
const plainNames: ReadonlySet<string> = new Set(['IN', 'JP']);

/**
 * The name of a state that is known by its code, in whatever form shops have the code: `MI`, `JP13`, `NG-LA`. Any other
 * text stays.
 */
export function stateName(state: string, country: string): string {
  const inFull = state.startsWith(country) ? state.replace(country, `${country}-`).replace('--', '-') : '';
  const name = names.get(`${country}-${state}`) ?? names.get(inFull) ?? state;
  return plainNames.has(country) ? name.normalize('NFD').replace(/\p{M}/gu, '') : name;
}
