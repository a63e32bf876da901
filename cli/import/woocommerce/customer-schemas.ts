import { z } from 'zod';
import { id, list, moment, text } from './fields.ts';

const WooAddress = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  postcode: text,
  country: text,
  state: text,
  phone: text,
  email: text,
});
export type WooAddress = z.infer<typeof WooAddress>;

/** Addresses may be missing; an empty object may be an empty array, since PHP knows no difference. */
const address = z.preprocess((value) => (Array.isArray(value) ? {} : (value ?? {})), WooAddress);

/** A customer. Hashes of passwords are not in WooCommerce's interface; exports of a database add them. */
export const WooCustomer = z.object({
  id,
  date_created: moment,
  date_created_gmt: moment,
  email: text,
  first_name: text,
  last_name: text,
  display_name: text,
  username: text,
  role: text,
  billing: address,
  shipping: address,
  password_hash: text,
  user_pass: text,
  meta_data: list(z.object({ key: text })),
});
export type WooCustomer = z.infer<typeof WooCustomer>;
