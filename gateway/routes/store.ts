import { readSettings } from '#contracts/settings.ts';
import manifest from '../../package.json' with { type: 'json' };
import { route } from '../routing/route.ts';

/** GET /v2/store: returns the name and address of the shop. */
export const storeRoute = route({
  method: 'GET',
  path: '/v2/store',
  summary: 'The store',
  answers: { 200: { store: '' } },
  kind: 'catalogue',
  errors: [],
  async handle(request) {
    const { settings, number, age } = await request.ask(readSettings, {});
    return {
      view: { name: 'store', data: { settings, version: manifest.version } },
      // The store does not depend on products, so a change of the catalogue never makes the answer stale.
      asOf: { catalogue: Number.MAX_SAFE_INTEGER, settings: number, age },
      products: [],
    };
  },
});
