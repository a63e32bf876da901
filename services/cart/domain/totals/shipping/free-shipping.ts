import type { Currency } from '#contracts/settings.ts';
import { noFine } from '#platform/money/fine.ts';
import { type Minor, zero } from '#platform/money/money.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Consignment, MethodSettings, Offer } from './consignment.ts';
import { dotted } from './exact.ts';

/** The least that goods have to come to, in minor units; nothing where none is given, null for nonsense. */
function minimumIn({ min_amount: text = '' }: MethodSettings, currency: Currency): Minor | null {
  if (text.trim() === '') return zero;
  return fromDecimalText(dotted(text, currency.decimalSeparator), currency.decimals);
}

/**
 * Free shipping: always, from a minimum, with a coupon that grants it, with either or with both (docs/money.md,
 * Shipping). The minimum is compared with the subtotal as the store shows it, less discounts if the shop does not ignore
 * them. Not offered where the shop requires something that is not known.
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
