import type { Cart, ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { aCart, aLine, euro } from '#testing/gateway/samples.ts';
import { asRead, links } from '#testing/gateway/shown.ts';
import { views as cocart } from '../cocart/cart.ts';
import { views as service } from '../service/cart.ts';
import type { Amounts } from './views.ts';

export const yen: Currency = { ...euro, code: 'JPY', symbol: '¥', decimals: 0, thousandSeparator: ',' };
export const crowns: Currency = {
  ...euro,
  code: 'SEK',
  symbol: 'kr',
  position: 'right_space',
  thousandSeparator: ' ',
};
export const francs: Currency = {
  ...euro,
  code: 'CHF',
  symbol: 'Fr.',
  position: 'right',
  decimalSeparator: '.',
  thousandSeparator: "'",
};
export const dinars: Currency = {
  ...euro,
  code: 'KWD',
  symbol: 'KD',
  position: 'left_space',
  decimals: 3,
  decimalSeparator: '.',
  thousandSeparator: ',',
};

export const rate: ShippingRate = {
  key: 'flat_rate:1',
  methodId: 'flat_rate',
  instanceId: 1,
  label: 'Standard',
  cost: 1_234_567,
  tax: 89,
  shown: 1_234_567,
  taxNote: null,
  chosen: true,
  items: 'T-Shirt × 2',
};
export const aPackage = {
  rates: [rate],
  details: '',
  index: 0,
  chosenRate: 'flat_rate:1',
  destination: 'Singel 1, 1012 AB Amsterdam',
  shopDestination: 'Singel 1, Amsterdam',
};

export function charged(currency: Currency, changes: Partial<Cart> = {}): Cart {
  const { totals } = aCart();
  return aCart({
    currency,
    lines: [aLine()],
    coupons: [
      {
        code: 'ten',
        discountType: 'fixed_cart',
        saving: 1_234_567,
        freeShipping: false,
      },
    ],
    fees: [
      {
        name: 'Rebate',
        amount: -2_000_000,
        taxable: true,
        taxClass: '',
        total: -1_234_567,
        tax: -5,
        shown: -1_234_567,
      },
    ],
    taxes: [
      { rateId: 4, code: 'NL-VAT-1', label: 'VAT', compound: true, amount: 1_234_567, shippingAmount: 89 },
    ],
    shipping: { calculated: true, unshipped: false, packages: [aPackage] },
    totals: { ...totals, discount: 1_234_567, fees: -1_234_567, shipping: 1_234_567, shippingTaxes: [89] },
    ...changes,
  });
}
export const onRoot = (cart: Cart, amounts: Amounts = 'usual') =>
  asRead(service.cartV2.present({ cart, pictures: true, amounts }, links, null));
export const onCoCart = (cart: Cart, amounts: Amounts = 'usual') =>
  asRead(cocart.cartV2.present({ cart, pictures: true, amounts }, links, null));
