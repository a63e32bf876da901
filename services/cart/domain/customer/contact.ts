import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { withTexts } from './address.ts';

/** Set on the billing address along with an addition or a coupon; null when not given. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * The customer with an e-mail and a phone number on the billing address, each only when it is one
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
