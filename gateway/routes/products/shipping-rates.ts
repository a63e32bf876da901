import { z } from 'zod';
import { maxQuantity } from '#contracts/cart.ts';
import { readShippingRates } from '#contracts/cart-charges.ts';
import { commandErrors } from '#contracts/cart-commands.ts';
import { keyHeaders } from '../../http/headers.ts';
import { idText, text, wholeNumber } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';

const part = idText(200).default('');

/**
 * GET /v2/products/{id}/shipping-rates: returns the shipping rates of a product as a map by key, for a
 * quantity and a destination. Without a country, the destination of the caller's cart is used.
 */
export const readShippingRatesRoute = route({
  method: 'GET',
  path: '/v2/products/:id/shipping-rates',
  summary: 'The shipping rates of a product',
  answers: { 200: { shippingRates: '' } },
  kind: 'cart',
  params: z.object({ id: text(100).min(1).describe('The ID, SKU or slug.') }),
  query: z.object({
    quantity: wholeNumber(1, maxQuantity).default(1).describe('The quantity.'),
    country: part.describe('The two-letter code of the country; empty for the destination of the cart.'),
    state: part.describe('The code of the state.'),
    postcode: part.describe('The postcode.'),
    city: part.describe('The city.'),
  }),
  errors: ['service_cart_error', 'service_product_invalid_id', ...commandErrors['set-destination']],
  async handle({ params, query: { quantity, country, state, postcode, city } }, call) {
    const destination = { country, state, postcode, city };
    const data = await call.ask(readShippingRates, { reference: params.id, quantity, destination });
    return { view: { name: 'shippingRates', data }, headers: keyHeaders(call.cartKey) };
  },
});
