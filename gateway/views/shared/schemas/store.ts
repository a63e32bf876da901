import { z } from 'zod';
import { CartCurrency } from './currency.ts';
import { text } from './texts.ts';

const TaxDisplay = z.enum(['incl', 'excl']);

const Store = z
  .strictObject({
    version: text.describe('The version of this software.'),
    title: text.describe('The name of the shop.'),
    description: text.describe('The description of the shop.'),
    home_url: text.describe('The URL of the shop.'),
    language: text.describe('The language, `en-GB`.'),
    gmt_offset: text.describe('The UTC offset in hours.'),
    timezone_string: text.describe('The time zone, `Europe/Berlin`.'),
    store_address: z
      .strictObject({
        address: text.describe('The first line of the address.'),
        address_2: text.describe('The second line of the address.'),
        city: text.describe('The city.'),
        state: text.optional().describe('The code of the state, if there is one.'),
        country: text.describe('The two-letter code of the country.'),
        postcode: text.describe('The postcode.'),
      })
      .describe('The address of the shop.'),
    currency: CartCurrency.describe('The currency of all amounts.'),
    tax: z
      .strictObject({
        prices_include_tax: z.boolean().describe('Whether the prices that the shop enters contain tax.'),
        display_in_shop: TaxDisplay.describe('Whether prices of products are shown with tax.'),
        display_in_cart: TaxDisplay.describe('Whether prices in the cart are shown with tax.'),
      })
      .describe('How tax is shown.'),
    routes: z.strictObject({}).describe('Always empty.'),
  })
  .meta({ id: 'Store' });

export const storeSchemas = { store: Store };
