import type { Currency } from '#contracts/settings.ts';
import { noFine } from '#platform/money/fine.ts';
import { type Minor, zero } from '#platform/money/money.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Consignment, MethodSettings, Offer } from './consignment.ts';
import { dotted } from './exact.ts';

/** Returns the minimum of goods in minor units; 0 when none is given, null for an invalid one. */
function minimumIn({ min_amount: text = '' }: MethodSettings, currency: Currency): Minor | null {
  if (text.trim() === '') return zero;
  return fromDecimalText(dotted(text, currency.decimalSeparator), currency.decimals);
}

/**
 * Returns free shipping: always, from a minimum, with a coupon that grants it, with either or with both
 * (docs/money.md, Shipping). The minimum is compared with the subtotal as the store shows it, less discounts unless
 * the shop ignores them. Not offered when the requirement is unknown.
 */
export function freeShipping(
  settings: MethodSettings,
  { isFreeByCoupon, shownAfterDiscounts, shownSubtotal }: Consignment,
  currency: Currency,
): Offer | null {
  const looked = settings.ignore_discounts === 'yes' ? shownSubtotal : shownAfterDiscounts;
  const minimum = minimumIn(settings, currency);
  const isEnough = minimum !== null && looked >= minimum;
  const isMet: Readonly<Record<string, boolean>> = {
    '': true,
    coupon: isFreeByCoupon,
    min_amount: isEnough,
    either: isFreeByCoupon || isEnough,
    both: isFreeByCoupon && isEnough,
  };
  const { requires = '' } = settings;
  return Object.hasOwn(isMet, requires) && isMet[requires] ? { cost: noFine, taxable: false } : null;
}
