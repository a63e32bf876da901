import type { Coupon, ListedCoupon } from '#contracts/coupons.ts';
import type { Currency } from '#contracts/settings.ts';
import { formattedExact } from '#platform/money/exact.ts';
import { formatted } from '#platform/money/text.ts';
import { percentText } from '../amounts.ts';
import { pairs, type Sheet } from './table.ts';

/** A line about a coupon. A line with an empty text is not printed. */
type Line = readonly [name: string, text: string];

/** Returns the discount of a coupon as text: `10 % off, free shipping`. */
export function discountText(coupon: ListedCoupon, currency: Currency): string {
  const { amount, exact, discountType, freeShipping } = coupon;
  const off = {
    percent: `${percentText(amount, exact)} off`,
    fixed_cart: `${formattedExact(amount, exact, currency)} off the cart`,
    fixed_product: `${formattedExact(amount, exact, currency)} off each piece`,
  };
  const given = amount === 0 && exact === undefined && freeShipping ? [] : [off[discountType]];
  return [...given, ...(freeShipping ? ['free shipping'] : [])].join(', ');
}

function usesText({ usageCount, usageLimit }: ListedCoupon): string {
  return usageLimit === null ? String(usageCount) : `${usageCount} of ${usageLimit}`;
}

/** Returns coupons as a table. */
export function couponSheet(coupons: readonly ListedCoupon[], currency: Currency): Sheet {
  const rows = coupons.map((one) => [
    one.code,
    discountText(one, currency),
    one.status,
    one.expires?.local ?? 'never',
    usesText(one),
    one.id,
  ]);
  return { headings: ['code', 'gives', 'status', 'expires', 'used', 'id'], rows };
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function spendText({ minimumSpend, maximumSpend }: Coupon, currency: Currency): string {
  const from = minimumSpend === null ? '' : `from ${formatted(minimumSpend, currency)}`;
  const to = maximumSpend === null ? '' : `up to ${formatted(maximumSpend, currency)}`;
  return [from, to].filter((part) => part !== '').join(' ');
}

function expiryText({ expires }: Coupon, now: number): string {
  if (!expires) return 'never';
  // The coupon is still valid during the second that `expires` names. So the coupon is over 1,000 ms later.
  const over = Date.parse(`${expires.utc}Z`) + 1_000 <= now ? ', which is over' : '';
  return `${expires.local} by the shop's clock${over}`;
}

function usedText({ usageCount, usageLimit }: Coupon): string {
  if (usageLimit === null) return `${times(usageCount)}, without a limit`;
  return `${times(usageCount)} of at most ${usageLimit}${usageCount >= usageLimit ? ', so no more' : ''}`;
}

/**
 * Returns lines that say for which goods the coupon is valid: products, categories, goods on sale. The conditions of a
 * fixed cart discount are about the whole cart. The conditions of other discounts are about each item.
 */
function productLines(coupon: Coupon): Line[] {
  const ofCart = coupon.discountType === 'fixed_cart';
  const wanted = (ids: readonly number[]) => (ofCart ? 'carts with one of ' : 'only ') + ids.join(', ');
  const unwanted = (ids: readonly number[]) => (ofCart ? 'no cart with one of ' : 'not ') + ids.join(', ');
  const line = (name: string, ids: readonly number[], text: (ids: readonly number[]) => string): Line => [
    name,
    ids.length === 0 ? '' : text(ids),
  ];
  return [
    ['sale', coupon.excludesSaleItems ? (ofCart ? 'no cart with goods on sale' : 'not goods on sale') : ''],
    line('products', coupon.productIds, wanted),
    line('no products', coupon.excludedProductIds, unwanted),
    line('categories', coupon.categoryIds, (ids) => `${wanted(ids)}, and those below`),
    line('no categories', coupon.excludedCategoryIds, (ids) => `${unwanted(ids)}, and those below`),
  ];
}

/** Returns text about a coupon with all its conditions. `now` is in Unix milliseconds. */
export function couponText(coupon: Coupon, currency: Currency, now: number): string {
  const { usageLimitPerCustomer: perCustomer, usageLimitToItems: pieces } = coupon;
  const lines: Line[] = [
    ['code', coupon.code],
    ['id', String(coupon.id)],
    ['description', coupon.description],
    ['gives', discountText(coupon, currency)],
    ['status', coupon.status === 'publish' ? 'publish' : `${coupon.status}: good for no cart`],
    ['expires', expiryText(coupon, now)],
    ['used', usedText(coupon)],
    ['each customer', perCustomer === null ? '' : `at most ${times(perCustomer)}`],
    ['pieces', pieces === null ? '' : `at most ${pieces} of a cart, the dearest first`],
    ['carts', spendText(coupon, currency)],
    ['beside others', coupon.individualUse ? 'no: it replaces them, and takes none beside it' : ''],
    ...productLines(coupon),
    ['e-mails', coupon.allowedEmails.join(', ')],
  ];
  return pairs(lines.filter(([, text]) => text !== ''));
}
