import type { Core } from './core.ts';
import type { AnswerOf, RequestOptions, Schemas } from './types.ts';

type WholeStore = Schemas['Store'];
/** The name, address, language, currency and offers of a shop. */
export interface Store extends WholeStore {}
export type Country = AnswerOf<'GET /v2/store/countries'>[number];

/** Returns the operations on the store. */
export function store(core: Core) {
  return {
    get: (options: RequestOptions = {}): Promise<Store> => core.request('GET /v2/store', options),

    /** Returns the countries to which the shop sells or ships, by name in its language. */
    countries: (options: RequestOptions = {}): Promise<Country[]> =>
      core.request('GET /v2/store/countries', options),
  };
}

/** Returns whether a text is a postcode of a country, as the shop accepts it. */
export function fitsPostcode({ code, postcode }: Pick<Country, 'code' | 'postcode'>, text: string): boolean {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  if (postcode === null) return /^[A-Z0-9](?:[A-Z0-9 -]{0,14}[A-Z0-9])?$/.test(text.trim().toUpperCase());
  const pattern = new RegExp(postcode);
  return pattern.test(bare) || (bare.startsWith(code) && pattern.test(bare.slice(code.length)));
}
