import { z } from 'zod';

/*
 * Members that answers may have beyond the specification. Each is one that the contract lists; none must be there.
 * A member that is neither in the specification nor here makes a test fail.
 */

const amount = z.string().optional();

/** Contract 1.2.1: "`_links` may appear on the items". */
export const links = {
  _links: z.record(z.string(), z.array(z.strictObject({ href: z.string() }))).optional(),
};

/** Contract 2.2, 7.6 and 5, 38: resources carry their address, and the links of v1 under both names. */
export const resource = { ...links, rest_url: z.string().optional() };

/** Contract 8.1: what the real v1 product has beyond the specification. */
export const productV1 = {
  ...links,
  low_stock_amount: z.int().nullable().optional(),
  has_options: z.boolean().optional(),
  in_stock: z.boolean().optional(),
  review_count: z.int().optional(),
  rating_html: z.string().optional(),
  reviews: z.array(z.json()).optional(),
  add_to_cart: z.json().optional(),
};

/** Contract 9, 7: entries have at least key and value; 2.4 shows the id of v1. */
export const metaEntry = { id: z.int().optional() };

/** Contract 5, 9: what the next generation adds to a cart item and its quantity. */
export const cartItem = {
  regular_price: amount,
  on_sale: z.boolean().optional(),
  extensions: z.record(z.string(), z.json()).optional(),
};
export const quantity = {
  minimum: z.int().optional(),
  maximum: z.int().optional(),
  multiple_of: z.int().optional(),
  editable: z.boolean().optional(),
};

/** Contract 5, 24. */
export const coupon = { discount_type: z.string().optional() };

/** Contract 5, 23. */
export const tax = { key: z.string().optional(), name: z.string().optional(), price: amount };

/** Contract 5, 26. */
export const crossSell = {
  name: z.string().optional(),
  title: z.string().optional(),
  slug: z.string().optional(),
  image: z.string().optional(),
  average_rating: z.string().optional(),
  on_sale: z.boolean().optional(),
  type: z.string().optional(),
};

/** Contract 1.0: `rest_invalid_param` explains each parameter. */
export const invalidParam = {
  details: z
    .record(z.string(), z.strictObject({ code: z.string(), message: z.string(), data: z.json() }))
    .optional(),
};
