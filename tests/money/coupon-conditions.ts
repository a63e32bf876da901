import type { Basket, Coupon, Line, Store } from './description.ts';

function isOneOf(products: readonly number[], { productId, variationId }: Line): boolean {
  return products.includes(productId) || (variationId !== 0 && products.includes(variationId));
}

function isIn(categories: readonly number[], line: Line): boolean {
  return line.categories.some((one) => categories.includes(one));
}

/**
 * Returns whether a coupon names the product or a category of the line. A coupon without products and
 * categories names all lines.
 */
function isNamed({ products, categories }: Coupon, line: Line): boolean {
  if (products.length + categories.length === 0) return true;
  return isOneOf(products, line) || isIn(categories, line);
}

function isExcluded({ notProducts, notCategories, notOnSale }: Coupon, line: Line): boolean {
  return isOneOf(notProducts, line) || isIn(notCategories, line) || (notOnSale && line.onSale);
}

/** Returns whether a percent or product coupon applies to the line. */
export function isMeantFor(coupon: Coupon, line: Line): boolean {
  return isNamed(coupon, line) && !isExcluded(coupon, line);
}

/** Returns whether a text matches a pattern, in which `*` matches any characters. */
function fits(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  const after = pattern.slice(star + 1);
  for (let from = star; from <= text.length; from += 1) if (fits(after, text.slice(from))) return true;
  return false;
}

function usesOf(basket: Basket, { usedBy }: Coupon): number {
  const names = [basket.customerId, basket.email.toLowerCase()].filter((name) => name !== '');
  return usedBy.filter((entry) => names.includes(entry.toLowerCase())).length;
}

function whyNotForLines(coupon: Coupon, lines: readonly Line[]): string | null {
  if (coupon.kind !== 'fixed_cart') {
    return lines.some((line) => isMeantFor(coupon, line)) ? null : 'no line that it takes effect on';
  }
  const names = coupon.products.length + coupon.categories.length > 0;
  if (names && !lines.some((line) => isNamed(coupon, line))) return 'no line of those that it names';
  return lines.some((line) => isExcluded(coupon, line)) ? 'an excluded line' : null;
}

function isAllowed({ emails }: Coupon, email: string): boolean {
  if (emails.length === 0) return true;
  return email !== '' && emails.some((one) => fits(one.toLowerCase(), email.toLowerCase()));
}

/** Returns why a coupon is not valid for a basket with this shown subtotal; null if the coupon is valid. */
export function whyNot(store: Store, basket: Basket, coupon: Coupon, shownSubtotal: bigint): string | null {
  const { expires, limit, limitEach, minimum, maximum } = coupon;
  const faults: [boolean, string][] = [
    [!coupon.published, 'not published'],
    [expires !== null && expires < store.now, 'expired'],
    [limit !== null && coupon.used >= limit, 'used up'],
    [limitEach !== null && usesOf(basket, coupon) >= limitEach, 'used up by this customer'],
    [minimum !== null && shownSubtotal < BigInt(minimum), 'below its minimum'],
    [maximum !== null && shownSubtotal > BigInt(maximum), 'above its maximum'],
    [!isAllowed(coupon, basket.email), 'not for this address'],
  ];
  const [, fault] = faults.find(([holds]) => holds) ?? [];
  return fault ?? whyNotForLines(coupon, basket.lines);
}
