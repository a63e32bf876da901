import { z } from 'zod';
import { fifteenTotals } from './cart-members.ts';
import { amountText, flag, text, whole } from './texts.ts';

/** The totals alone; every mount writes them as decimal text. */
export const CartTotals = fifteenTotals(amountText, whole).meta({
  id: 'CartTotals',
  description:
    'Amounts are decimal text, minor units with `money=minor`, and as a shopper reads them with `formatted=true`; taxes by rate are whole minor units.',
});

const CouponVerdict = z
  .strictObject({
    coupon: text.describe('The code.'),
    valid: flag.describe('Whether it is good.'),
    reason: text.describe('Why it is not good, in one word; empty if it is.'),
    message: text.describe('Why it is not good, as a sentence; empty if it is.'),
  })
  .meta({ id: 'CouponVerdict' });

/** Answers about a cart that all dialects write alike. */
export const cartAnswerSchemas = {
  cartTotals: CartTotals,
  cartCount: whole.describe('How many pieces there are.'),
  cartCreated: z.strictObject({
    message: text.describe('A sentence for the shopper.'),
    cart_key: text.describe('The key of the cart.'),
  }),
  cartSentence: text.describe('A sentence for the shopper.'),
  couponsValidated: z.array(CouponVerdict),
  itemStatus: z.strictObject({
    message: text.describe('A sentence for the shopper.'),
    quantity: whole.describe('How many of the item there are now.'),
  }),
};
