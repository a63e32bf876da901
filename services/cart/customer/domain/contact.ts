import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { withTexts } from './address.ts';

/** Contact data for the billing address in a command that adds an item or a coupon. Null for data that is not given. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Returns the customer with a new e-mail address and phone number in the billing address. An invalid text
 * does not replace the old text (docs/reference/cart.md#addresses).
 */
export function withContact(
  { billing, shipping }: Customer,
  { email, phone }: Contact,
  settings: StoreSettings,
): { customer: Customer; notices: Notice[] } {
  const texts = { email: email ?? '', phone: phone ?? '' };
  const { address, notices } = withTexts(billing, texts, 'billing', settings);
  return { customer: { billing: address, shipping }, notices };
}
