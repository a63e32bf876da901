import { cartCurrency } from './currency.ts';
import type { Views } from './views.ts';

/**
 * Returns title, address, language and other settings of the store (docs/reference/store.md#read-the-store).
 * `state` is left out if the shop's address has no state. `gmt_offset`, the UTC offset in hours, is text.
 */
export function store({ settings, version }: Views['store']) {
  const { address1, address2, city, state, country, postcode } = settings.address;
  return {
    version,
    title: settings.title,
    description: settings.description,
    home_url: settings.homeUrl,
    language: settings.language,
    gmt_offset: String(settings.gmtOffset),
    timezone_string: settings.timezone,
    store_address: {
      address: address1,
      address_2: address2,
      city,
      ...(state === '' ? {} : { state }),
      country,
      postcode,
    },
    currency: cartCurrency(settings.currency),
    tax: {
      prices_include_tax: settings.tax.pricesIncludeTax,
      display_in_shop: settings.tax.shownInShop,
      display_in_cart: settings.tax.shownInCart,
    },
    routes: {},
  };
}
