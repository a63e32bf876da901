import type { Dialect } from '../shared/dialect.ts';
import { cartItemV2, cartV2 } from './cart.ts';
import { productV2 } from './product.ts';

/** The dialect of CoCart 4.x, for its SDKs and storefronts (contract 8.1). */
export const cocart: Dialect = {
  name: 'cocart',
  errorCode: (code) => code.replace(/^service_/, 'cocart_'),
  present: { productV2, cartV2, cartItemV2 },
  unwantedPrice: 'ignored',
};
