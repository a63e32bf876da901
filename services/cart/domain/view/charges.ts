import type { Cart } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CartState } from '../state.ts';
import type { ReckonedFee } from '../totals/fees.ts';
import { shownIn } from '../totals/lines.ts';
import type { Saving } from '../totals/savings.ts';
import type { Package } from '../totals/shipping/packages.ts';
import { destinationLine } from './destination.ts';

/** A coupon as a cart shows it. */
export function couponView({ coupon, amount }: Saving): Cart['coupons'][number] {
  const { code, discountType } = coupon;
  return { code, label: `Coupon: ${code}`, discountType, saving: amount };
}

/** A fee as a cart shows it: what was asked for, and what it came to. */
export function feeView({ fee, taxed }: ReckonedFee): Cart['fees'][number] {
  return { ...fee, total: taxed.net, tax: taxed.tax };
}

function packageView(
  { index, lines, rates, chosen }: Package,
  destination: string,
  settings: StoreSettings,
): Cart['shipping']['packages'][number] {
  const items = lines.map(({ facts, line }) => `${facts.name} × ${line.quantity}`).join(', ');
  return {
    name: 'Shipping',
    rates: rates.map(({ key, methodId, instanceId, label, cost, taxed }) => {
      const shown = shownIn(settings, taxed);
      return {
        key,
        methodId,
        instanceId,
        label,
        cost,
        tax: taxed.tax,
        shown,
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
  settings: StoreSettings,
): Cart['shipping'] {
  return {
    // The country that a cart starts with is the store's guess: only the customer's own counts.
    calculated: shipping.country !== '',
    packages: packages.map((one) => packageView(one, destinationLine(shipping, settings), settings)),
  };
}
