import type { Cart } from '#contracts/cart.ts';
import type { CartState } from '../state.ts';
import type { ReckonedFee } from '../totals/fees.ts';
import type { Saving } from '../totals/reckoning.ts';
import type { Package } from '../totals/shipping/packages.ts';

/** A coupon as a cart shows it. */
export function couponView({ coupon, amount }: Saving): Cart['coupons'][number] {
  const { code, discountType } = coupon;
  return { code, label: `Coupon: ${code}`, discountType, saving: amount };
}

/** A fee as a cart shows it: what was asked for, and what it came to. */
export function feeView({ fee, taxed }: ReckonedFee): Cart['fees'][number] {
  return { ...fee, total: taxed.net, tax: taxed.tax };
}

function packageView({ index, lines, rates, chosen }: Package): Cart['shipping']['packages'][number] {
  const items = lines.map(({ facts, line }) => `${facts.name} × ${line.quantity}`).join(', ');
  return {
    name: 'Shipping',
    rates: rates.map(({ key, methodId, instanceId, label, cost, taxed }) => {
      return { key, methodId, instanceId, label, cost, tax: taxed.tax, chosen: key === chosen.key, items };
    }),
    details: '',
    index,
    chosenRate: chosen.key,
    destination: '',
  };
}

/** How a cart is shipped, as it shows it (contract 2.4). */
export function shippingView(packages: readonly Package[], { customer }: CartState): Cart['shipping'] {
  return { calculated: customer.shipping.country !== '', packages: packages.map(packageView) };
}
