import { z } from 'zod';

/*
 * Members that answers may have beyond those that must be there.
 * A member that is neither in the other schemas nor here makes a test fail.
 */

const amount = z.string().optional();

/** `_links` may be on the items of a list. */
export const links = {
  _links: z.record(z.string(), z.array(z.strictObject({ href: z.string() }))).optional(),
};

/** Resources carry their address, and the links of v1 under both names. */
export const resource = { ...links, rest_url: z.string().optional() };

/** What CoCart's v1 product has beyond the others. */
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

/** Entries have at least key and value; those of v1 have an id. */
export const metaEntry = { id: z.int().optional() };

/** What the next generation adds to a cart item and its quantity. */
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

/** What kind of discount a coupon is. */
export const coupon = { discount_type: z.string().optional() };

/** CoCart's members of a tax. */
export const tax = { key: z.string().optional(), name: z.string().optional(), price: amount };

/** CoCart's members of a cross-sell. */
export const crossSell = {
  name: z.string().optional(),
  title: z.string().optional(),
  slug: z.string().optional(),
  image: z.string().optional(),
  average_rating: z.string().optional(),
  on_sale: z.boolean().optional(),
  type: z.string().optional(),
};

/** `rest_invalid_param` explains each parameter. */
export const invalidParam = {
  details: z
    .record(z.string(), z.strictObject({ code: z.string(), message: z.string(), data: z.json() }))
    .optional(),
};
