import { readSettings } from '#contracts/settings.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Request } from '../routing/request.ts';
import { type Route, route } from '../routing/route.ts';

/** Returns the settings of the store, and how recent they are. */
async function recentSettings(request: Request) {
  const { settings, number, age } = await request.ask(readSettings, {});
  // The store does not depend on products, so a change of the catalogue never makes the answer stale.
  return { settings, asOf: { catalogue: Number.MAX_SAFE_INTEGER, settings: number, age }, products: [] };
}

/** GET /v2/store: returns the name and address of the shop, and what it offers. */
const storeRoute = route({
  method: 'GET',
  path: '/v2/store',
  summary: 'The store',
  answers: { 200: { store: '' } },
  kind: 'catalogue',
  errors: [],
  async handle(request) {
    const { settings, ...recent } = await recentSettings(request);
    const { registration, returnOrigins } = request.deps;
    const checkout = returnOrigins !== null;
    return {
      view: { name: 'store', data: { settings, version: manifest.version, registration, checkout } },
      ...recent,
    };
  },
});

/** GET /v2/store/countries: returns the countries to which the shop sells or ships. */
const countriesRoute = route({
  method: 'GET',
  path: '/v2/store/countries',
  summary: 'The countries of the store, with their states and postcodes',
  answers: { 200: { countries: '' } },
  kind: 'catalogue',
  errors: [],
  async handle(request) {
    const { settings, ...recent } = await recentSettings(request);
    return { view: { name: 'countries', data: { settings } }, ...recent };
  },
});

export const storeRoutes: readonly Route[] = [storeRoute, countriesRoute];
