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

/** An address, which may be missing. PHP writes an address without members as an empty array. */
const address = z.preprocess((value) => (Array.isArray(value) ? {} : (value ?? {})), WooAddress);

/** A customer. WooCommerce's API does not give password hashes, but exports of the database can contain them. */
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
