import { z } from 'zod';
import {
  count,
  flag,
  id,
  ids,
  list,
  number,
  objectOrNull,
  percentage,
  text,
  whole,
  zoneId,
} from './fields.ts';

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
  rate: percentage,
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
  gmt_offset: number.catch(null),
  timezone_string: text,
});
export type WooSite = z.infer<typeof WooSite>;

/** The status of the shop; `active_plugins` is null or missing if the key pair may not read the status. */
export const WooStatus = z.object({
  active_plugins: list(z.object({ plugin: text, name: text, version: text })).nullable(),
  environment: z.object({ version: text }).nullish().catch(null),
});
export type WooStatus = z.infer<typeof WooStatus>;

export const WooReview = z.object({
  id,
  product_id: whole(0),
  date_created: text,
  date_created_gmt: text,
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
  date_created: text,
  date_created_gmt: text,
  date_expires: text,
  date_expires_gmt: text,
  individual_use: flag,
  free_shipping: flag,
  exclude_sale_items: flag,
  minimum_amount: text,
  maximum_amount: text,
  usage_count: whole(0),
  usage_limit: count,
  usage_limit_per_user: count,
  limit_usage_to_x_items: count,
  product_ids: ids,
  excluded_product_ids: ids,
  product_categories: ids,
  excluded_product_categories: ids,
  email_restrictions: list(text),
  used_by: list(text),
});
export type WooCoupon = z.infer<typeof WooCoupon>;

/** A setting of a shipping method, or its value alone. If `value` is null or missing, `default` applies. */
const MethodSetting = z.preprocess(
  (given): unknown => (typeof given === 'object' && given !== null ? given : { value: given }),
  z.object({ value: z.unknown().optional(), default: z.unknown().optional() }),
);

/** A shipping method of a zone. */
export const WooShippingMethod = z.object({
  instance_id: whole(0),
  method_id: text,
  title: text,
  order: whole(0),
  enabled: flag,
  settings: objectOrNull(z.record(z.string(), MethodSetting)).transform((settings) => settings ?? {}),
});

export type WooShippingMethod = z.infer<typeof WooShippingMethod>;

/** A shipping zone. Its methods are checked one by one, so that a zone keeps those that can be read. */
export const WooShippingZone = z.object({
  id: zoneId,
  name: text,
  order: whole(0),
  locations: list(z.object({ code: text, type: text })),
  methods: list(z.unknown()),
});
export type WooShippingZone = z.infer<typeof WooShippingZone>;
