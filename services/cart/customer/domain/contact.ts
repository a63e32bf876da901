import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { withTexts } from './address.ts';

/** Contact data of a command that adds an item or a coupon, set on the billing address; null when not given. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Returns the customer with an e-mail and a phone number on the billing address, each only if valid
 * (docs/reference/cart.md#addresses).
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
