import { z } from 'zod';
import type { Customer, Notice } from '#contracts/cart.ts';

const Email = z.email().max(254);
const Phone = z.string().regex(/^\+?[\d\s()./-]{3,32}$/);

export function isEmail(text: string): boolean {
  return Email.safeParse(text).success;
}

export function isPhone(text: string): boolean {
  return Phone.safeParse(text).success;
}

/**
 * The customer with an e-mail and a phone number set on the billing address, each only when it is one.
 * One that is not is told of and left out (contract 4.1, 14). Null means not given.
 */
export function withContact(
  customer: Customer,
  email: string | null,
  phone: string | null,
): { customer: Customer; notices: Notice[] } {
  const notices: Notice[] = [];
  const billing = { ...customer.billing };
  if (email !== null && email !== '') {
    if (isEmail(email)) billing.email = email;
    else notices.push({ kind: 'error', text: 'The e-mail address is not valid and was not stored.' });
  }
  if (phone !== null && phone !== '') {
    if (isPhone(phone)) billing.phone = phone;
    else notices.push({ kind: 'error', text: 'The phone number is not valid and was not stored.' });
  }
  return { customer: { ...customer, billing }, notices };
}
