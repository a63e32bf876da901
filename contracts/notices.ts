import { z } from 'zod';
import { CouponRejection } from './coupons.ts';

/** Returns the schema of one kind of notice. `data` has what its sentence mentions. */
function notice<const Kind extends string, const Code extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  code: Code,
  data: Shape,
) {
  return z.object({ kind: z.literal(kind), code: z.literal(code), data: z.object(data) });
}

const name = z.string();
const names = z.array(z.string());
const nothing = {};

/** A member of an address, as notices name it. */
export const AddressMember = z.enum([
  'firstName',
  'lastName',
  'company',
  'country',
  'address1',
  'address2',
  'postcode',
  'city',
  'state',
  'phone',
  'email',
]);
export type AddressMember = z.infer<typeof AddressMember>;

const CodedNotice = z.discriminatedUnion('code', [
  notice('success', 'cart_updated', nothing),
  notice('notice', 'cart_emptied', nothing),
  notice('error', 'cart_unreadable', nothing),
  notice('notice', 'data_stale', nothing),

  /** `names` is empty for more than three products. `pieces` is the sum of the quantities. */
  notice('success', 'items_added', { names, products: z.int(), pieces: z.int() }),
  notice('success', 'item_changed', { name }),
  notice('success', 'quantity_same', { name }),
  notice('success', 'quantity_raised', { name, quantity: z.int() }),
  notice('success', 'quantity_lowered', { name, quantity: z.int() }),
  notice('success', 'item_removed', { name }),
  notice('success', 'item_restored', { name }),
  /** An item stays as it was, because of an error with the code `error`. */
  notice('error', 'item_refused', { error: z.string(), data: z.record(z.string(), z.unknown()) }),
  notice('error', 'price_ignored', nothing),

  notice('error', 'item_dropped', { name, reason: z.enum(['not_purchasable', 'changed', 'amount']) }),
  notice('error', 'fees_dropped', nothing),
  notice('error', 'coupon_dropped', CouponRejection.shape),
  notice('error', 'out_of_stock', { names }),
  /** `left` pieces are in stock for all products in `names` together, and the cart has `held` of them. */
  notice('error', 'stock_short', { names, left: z.int(), held: z.int() }),
  /** Prices in the format of the store. */
  notice('notice', 'price_changed', { name, before: z.string(), now: z.string() }),

  notice('success', 'coupon_applied', nothing),
  notice('notice', 'coupons_replaced', { codes: names, by: z.string() }),
  notice('success', 'coupons_removed', { codes: names }),
  notice('success', 'fee_added', { name }),
  notice('success', 'fees_removed', nothing),
  notice('success', 'rate_chosen', { label: z.string() }),
  notice('success', 'shipping_updated', nothing),

  /** `place` is the invalid member because of which a valid text was not saved. */
  notice('error', 'address_not_saved', {
    address: z.enum(['billing', 'shipping']),
    member: AddressMember,
    reason: z.enum(['invalid', 'too_long', 'place']),
    place: AddressMember.optional(),
  }),

  // Of a guest's cart that a customer took over.
  notice('error', 'coupon_not_taken', { code: z.string() }),
  notice('error', 'only_one', { name }),
  notice('error', 'fewer_taken', { name, wanted: z.int(), quantity: z.int() }),
  /** `names` is empty for more than three items. */
  notice('error', 'items_not_taken', { names, items: z.int() }),
  notice('error', 'rest_not_taken', nothing),
]);
type CodedNotice = z.infer<typeof CodedNotice>;

export type NoticeCode = CodedNotice['code'];
export type NoticeData<Code extends NoticeCode> = Extract<CodedNotice, { code: Code }>['data'];

/** A notice as text: by a cart extension of the shop, or by an older process or record. It is shown as it is. */
const TextNotice = z.object({ kind: z.enum(['success', 'error', 'notice', 'info']), text: z.string() });

/**
 * Something to tell the shopper about one request, as code and data. `platform/sentences` has the sentences. Only the
 * reply to this request contains the notice.
 */
export const Notice = z.union([CodedNotice, TextNotice]);
export type Notice = z.infer<typeof Notice>;
