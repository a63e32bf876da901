import type { Dialect } from '../shared/dialect.ts';
import { cartItemV2, cartV2 } from './cart.ts';
import { productV2 } from './product.ts';

/** The dialect of the specification. */
export const service: Dialect = {
  name: 'service',
  errorCode: (code) => code,
  present: { productV2, cartV2, cartItemV2 },
  unwantedPrice: 'refused',
};
