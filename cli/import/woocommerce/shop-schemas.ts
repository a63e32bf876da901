import { z } from 'zod';
import { count, flag, id, list, moment, text, whole } from './fields.ts';

export const WooSetting = z.object({ id: z.string(), value: z.unknown().optional() });
export type WooSetting = z.infer<typeof WooSetting>;

export const WooTaxRate = z.object({
  id,
  country: text,
  state: text,
  postcode: text,
  postcodes: list(text),
  city: text,
  cities: list(text),
  rate: z.string().regex(/^\d{1,6}(\.\d{1,8})?$/, 'must be a percentage such as 20.0000'),
  name: text,
  priority: whole(1),
  compound: flag,
  shipping: flag,
  order: whole(0),
  class: text,
});
export type WooTaxRate = z.infer<typeof WooTaxRate>;

export const WooSite = z.object({
  name: text,
  description: text,
  url: text,
  home: text,
  gmt_offset: z.union([z.number(), z.string()]).nullish(),
  timezone_string: text,
});
export type WooSite = z.infer<typeof WooSite>;

export const WooReview = z.object({
  id,
  product_id: whole(0),
  date_created: moment,
  date_created_gmt: moment,
  status: text,
  reviewer: text,
  reviewer_email: text,
  review: text,
  rating: whole(0),
  verified: flag,
});
export type WooReview = z.infer<typeof WooReview>;

export const WooCoupon = z.object({
  id,
  code: text,
  description: text,
  discount_type: text,
  amount: text,
  status: text,
  date_expires: moment,
  date_expires_gmt: moment,
  individual_use: flag,
  free_shipping: flag,
  exclude_sale_items: flag,
  minimum_amount: text,
  maximum_amount: text,
  usage_count: whole(0),
  usage_limit: count,
  usage_limit_per_user: count,
  limit_usage_to_x_items: count,
  product_ids: list(id),
  excluded_product_ids: list(id),
  product_categories: list(id),
  excluded_product_categories: list(id),
  email_restrictions: list(z.string()),
  used_by: list(text),
});
export type WooCoupon = z.infer<typeof WooCoupon>;

/** A setting of a shipping method. If `value` is null or missing, `default` applies. */
const MethodSetting = z.object({ value: z.unknown().optional(), default: z.unknown().optional() });

const ShippingMethod = z.object({
  instance_id: whole(0),
  method_id: text,
  title: text,
  order: whole(0),
  enabled: flag,
  // PHP may write settings without members as an empty array.
  settings: z
    .union([z.array(z.never()).transform(() => ({})), z.record(z.string(), MethodSetting)])
    .nullish()
    .transform((value): Record<string, z.infer<typeof MethodSetting>> => value ?? {}),
});

export const WooShippingZone = z.object({
  id: z.int().min(0),
  name: text,
  order: whole(0),
  locations: list(z.object({ code: text, type: text })),
  methods: list(ShippingMethod),
});
export type WooShippingZone = z.infer<typeof WooShippingZone>;
