import { z } from 'zod';
import { firstText, id, list, object, text } from './fields.ts';

const WooAddress = object({
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

/** A customer. WooCommerce's API does not give password hashes, but exports of the database can contain them. */
export const WooCustomer = z.object({
  id,
  date_created: text,
  date_created_gmt: text,
  email: text,
  first_name: text,
  last_name: text,
  display_name: text,
  username: text,
  role: firstText,
  billing: WooAddress,
  shipping: WooAddress,
  password_hash: text,
  user_pass: text,
  meta_data: list(z.object({ key: text })),
});
export type WooCustomer = z.infer<typeof WooCustomer>;
