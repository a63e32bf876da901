import { z } from 'zod';
import { fifteenTotals } from './cart-members.ts';
import { amountText, flag, text, whole } from './texts.ts';

/**
 * The schema of an answer that has only the totals. By default, the amounts are decimal text in every dialect.
 */
export const CartTotals = fifteenTotals(amountText, whole).meta({
  id: 'CartTotals',
  description:
    'Amounts are decimal text, minor units with `money=minor`, or formatted with `formatted=true`; taxes by rate are whole minor units.',
});

const CouponVerdict = z
  .strictObject({
    coupon: text.describe('The code.'),
    valid: flag.describe('Whether the coupon is valid.'),
    reason: text.describe('Why the coupon is not valid, as a code; empty if it is valid.'),
    message: text.describe('Why the coupon is not valid, as a sentence; empty if it is valid.'),
  })
  .meta({ id: 'CouponVerdict' });

/** Schemas of cart answers that are equal in all dialects. */
export const cartAnswerSchemas = {
  cartTotals: CartTotals,
  cartCount: whole.describe('The number of items.'),
  cartCreated: z.strictObject({
    message: text.describe('A message for the shopper.'),
    cart_key: text.describe('The key of the cart.'),
  }),
  cartSentence: text.describe('A message for the shopper.'),
  couponsValidated: z.array(CouponVerdict),
  itemStatus: z.strictObject({
    message: text.describe('A message for the shopper.'),
    quantity: whole.describe('The new quantity of the item.'),
  }),
};
