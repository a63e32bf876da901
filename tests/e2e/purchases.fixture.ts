import type { ShopChanges } from '#testing/shop.ts';

const coupon = (code: string, discount_type: string, amount: string) => ({
  id: 7,
  code,
  discount_type,
  amount,
  status: 'publish',
});

/** Returns a zone for all places, with one shipping method at this cost. */
const zone = (cost: string) => ({
  id: 0,
  name: 'Everywhere',
  order: 0,
  locations: [],
  methods: [
    {
      instance_id: 3,
      method_id: 'flat_rate',
      title: 'Post',
      order: 1,
      enabled: true,
      settings: { cost: { value: cost }, tax_status: { value: 'taxable' } },
    },
  ],
});

/** A purchase with totals that were calculated by hand. Totals are minor units. */
export interface Purchase {
  readonly shop: ShopChanges;
  readonly decimals: number;
  readonly quantities: readonly number[];
  readonly code: string;
  readonly totals: Readonly<Record<string, number | number[]>>;
  /**
   * Amounts of each line in major units: net amount and tax before discounts, net amount and tax after
   * discounts.
   */
  readonly lines: readonly (readonly [subtotal: number, tax: number, total: number, tax: number])[];
  readonly prices: readonly string[];
  readonly saving: readonly [text: string, html: string];
  readonly toPay: string;
}

/** Prices include 10 % tax. Shipping costs a tenth of the items' price plus 250. */
export const yen: Purchase = {
  shop: {
    prices: ['1980', '333', '98'],
    general: {
      default_country: 'JP',
      currency: 'JPY',
      currency_pos: 'left',
      price_num_decimals: '0',
    },
    tax: { prices_include_tax: 'yes', tax_display_shop: 'incl', tax_display_cart: 'incl' },
    rate: '10.0000',
    files: {
      'coupons.json': [coupon('tenth', 'percent', '10')],
      'shipping-zones.json': [zone('250 + [fee percent="10" min_fee="100"]')],
    },
  },
  decimals: 0,
  quantities: [2, 3, 1],
  code: 'tenth',
  // The lines cost 3,960, 999 and 98, which include taxes of 360, 90.8 and 8.9. Their 10 % discounts, cut to
  // whole yen, are 396, 99 and 9, together 504. But 10 % of the sum 5,057 is 506, so the dearest line gets 2
  // more: 398.
  lines: [
    [3600, 360, 3238, 324],
    [908, 91, 818, 82],
    [89, 9, 81, 8],
  ],
  prices: ['¥1,980', '¥333', '¥98'],
  totals: {
    subtotal: 4597,
    subtotal_tax: 460,
    fee_total: 0,
    fee_tax: 0,
    discount_total: 460,
    discount_tax: 46,
    // Shipping is 10 % of 4,137 plus 250, which is 663.7. Its tax is 10 % of 664, which is 66.4.
    shipping_total: 664,
    shipping_tax: 66,
    shipping_taxes: [66],
    cart_contents_total: 4137,
    cart_contents_tax: 414,
    cart_contents_taxes: [414],
    fee_taxes: [0],
    total: 5281,
    total_tax: 480,
  },
  saving: ['-506', '-¥506'],
  toPay: '¥5,281',
};

/** Prices are without 5 % tax. Shipping costs 1.500, plus 0.125 for each piece. */
export const dinars: Purchase = {
  shop: {
    prices: ['1.250', '0.005', '12.345'],
    general: {
      default_country: 'KW',
      currency: 'KWD',
      currency_pos: 'left_space',
      price_num_decimals: '3',
    },
    rate: '5.0000',
    files: {
      'coupons.json': [coupon('dinar', 'fixed_cart', '1.000')],
      'shipping-zones.json': [zone('1.500 + 0.125 * [qty]')],
    },
  },
  decimals: 3,
  quantities: [3, 1, 2],
  code: 'dinar',
  // The coupon of 1.000 takes 0.166 off each of 6 pieces, but only 0.005 off the piece that costs 0.005. The
  // remaining 0.165 is divided among the other 5 pieces, 0.033 each. So the lines get discounts of 0.597, 0.005
  // and 0.398.
  lines: [
    [3.75, 0.188, 3.153, 0.158],
    [0.005, 0, 0, 0],
    [24.69, 1.235, 24.292, 1.215],
  ],
  prices: ['د.ك\u00a01.250', 'د.ك\u00a00.005', 'د.ك\u00a012.345'],
  totals: {
    subtotal: 28_445,
    subtotal_tax: 1_423,
    fee_total: 0,
    fee_tax: 0,
    discount_total: 1_000,
    discount_tax: 50,
    // Shipping is 1.500 + 6 × 0.125. Its tax of 5 % is 0.1125.
    shipping_total: 2_250,
    shipping_tax: 113,
    shipping_taxes: [113],
    cart_contents_total: 27_445,
    cart_contents_tax: 1_373,
    cart_contents_taxes: [1_373],
    fee_taxes: [0],
    total: 31_181,
    total_tax: 1_486,
  },
  saving: ['-1.000', '-د.ك\u00a01.000'],
  toPay: 'د.ك\u00a031.181',
};
