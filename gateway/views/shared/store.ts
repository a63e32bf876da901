import { z } from 'zod';
import type { StoreSettings } from '#contracts/settings.ts';
import { countryViews } from './countries.ts';
import { cartCurrency } from './currency.ts';
import { flag, text } from './kinds.ts';
import type { Links } from './links.ts';
import { kind, type Members, object, optional, part, type View } from './view.ts';
import type { Views } from './views.ts';

type Store = Views['store'];

const address = object<StoreSettings['address'], unknown>({
  address: text('The first line of the address.', ({ address1 }) => address1),
  address_2: text('The second line of the address.', ({ address2 }) => address2),
  city: text('The city.', ({ city }) => city),
  state: optional(
    text('The code of the state, if there is one.', ({ state }) => state),
    ({ state }) => state !== '',
  ),
  country: text('The two-letter code of the country.', ({ country }) => country),
  postcode: text('The postcode.', ({ postcode }) => postcode),
});

const taxDisplay = kind(z.enum(['incl', 'excl']));
const tax = object<StoreSettings['tax'], unknown>({
  prices_include_tax: flag(
    'Whether the prices that the shop enters contain tax.',
    ({ pricesIncludeTax }) => pricesIncludeTax,
  ),
  display_in_shop: taxDisplay(
    'Whether prices of products are shown with tax.',
    ({ shownInShop }) => shownInShop,
  ),
  display_in_cart: taxDisplay(
    'Whether prices in the cart are shown with tax.',
    ({ shownInCart }) => shownInCart,
  ),
});

/** Returns the title, address, language and other settings of the store (docs/reference/store.md#read-the-store). */
function storeView(more: Members<Store, Links>, id: string): View<Store, Links> {
  return object<Store, Links>(
    {
      version: text('The version of this software.', ({ version }) => version),
      title: text('The name of the shop.', ({ settings }) => settings.title),
      description: text('The description of the shop.', ({ settings }) => settings.description),
      home_url: text('The URL of the shop.', ({ settings }) => settings.homeUrl),
      language: text('The language, `en-GB`.', ({ settings }) => settings.language),
      gmt_offset: text('The UTC offset in hours.', ({ settings }) => String(settings.gmtOffset)),
      timezone_string: text('The time zone, `Europe/Berlin`.', ({ settings }) => settings.timezone),
      store_address: part('The address of the shop.', address, ({ settings }) => settings.address),
      currency: part('The currency of all amounts.', cartCurrency, ({ settings }) => settings.currency),
      tax: part('How tax is shown.', tax, ({ settings }) => settings.tax),
      ...more,
      routes: kind(z.strictObject({}))('Always empty.', () => ({})),
    },
    id,
  );
}

const offers: Members<Store, Links> = {
  registration: flag('Whether visitors may create accounts.', (one) => one.registration),
  checkout: flag(
    'Whether `POST /v2/checkout` takes carts to the checkout of the shop.',
    (one) => one.checkout,
  ),
};

/** The views of the service's own dialect, and those of CoCart. */
export const storeViews = { store: storeView(offers, 'Store'), ...countryViews };
export const cocartStoreViews = { store: storeView({}, 'CoCartStore'), ...countryViews };
