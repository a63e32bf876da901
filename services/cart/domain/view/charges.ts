import type { Cart } from '#contracts/cart.ts';
import { fineSum } from '#platform/money/fine.ts';
import type { CartState } from '../state.ts';
import type { ReckonedFee } from '../totals/fees.ts';
import { type Pricing, shownIn } from '../totals/lines.ts';
import type { Saving } from '../totals/savings.ts';
import type { Package } from '../totals/shipping/packages.ts';
import { destinationLine } from './destination.ts';

/** A coupon as a cart shows it. */
export function couponView({ coupon, amount }: Saving): Cart['coupons'][number] {
  const { code, discountType } = coupon;
  return { code, label: `Coupon: ${code}`, discountType, saving: amount };
}

/** A fee as a cart shows it: what was asked for, and what it came to. */
export function feeView({ fee, taxed }: ReckonedFee, { settings, rounding }: Pricing): Cart['fees'][number] {
  const { told } = rounding;
  const amount = { net: taxed.net, tax: rounding.taxes(taxed.taxes) };
  return { ...fee, total: told(amount.net), tax: told(amount.tax), shown: told(shownIn(settings, amount)) };
}

function packageView(
  { index, lines, rates, chosen }: Package,
  destination: string,
  { settings, rounding }: Pricing,
): Cart['shipping']['packages'][number] {
  const { amount, told } = rounding;
  const items = lines.map(({ facts, line }) => `${facts.name} × ${line.quantity}`).join(', ');
  return {
    name: 'Shipping',
    rates: rates.map(({ key, methodId, instanceId, label, taxed }) => {
      const part = { net: taxed.net, tax: fineSum(taxed.taxes.map(amount)) };
      return {
        key,
        methodId,
        instanceId,
        label,
        cost: told(part.net),
        tax: told(part.tax),
        shown: told(shownIn(settings, part)),
        chosen: key === chosen.key,
        items,
      };
    }),
    // Tells packages apart, and there is one.
    details: '',
    index,
    chosenRate: chosen.key,
    destination,
  };
}

/** How a cart is shipped, as it shows it (docs/reference/coupons-and-shipping.md#packages-and-rates). */
export function shippingView(
  packages: readonly Package[],
  { customer: { shipping } }: CartState,
  pricing: Pricing,
): Cart['shipping'] {
  const { settings } = pricing;
  return {
    // The country that a cart starts with is the store's guess: only the customer's own counts.
    calculated: shipping.country !== '',
    packages: packages.map((one) => packageView(one, destinationLine(shipping, settings), pricing)),
  };
}
