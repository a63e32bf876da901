import type { Seeded } from '#platform/util/seeded.ts';
import type { Basket, Coupon, Line } from './description.ts';
import { chance, randomExact, some } from './random-taxes.ts';

export const categories = [1, 2, 3, 4];
export const emails = ['', 'ann@example.com', 'Bob.B@Example.org'];
export const customerIds = ['', '', '42'];
const patterns = [
  '*@example.com',
  '*@*.org',
  'bob*',
  'ann@example.com',
  '*',
  'a*n@*e.com',
  'ann@example.co',
  'x*',
];
const percents = [100_000, 333_333, 125_000, 500_000, 1_000_000, 10_000, 999_999, 1, 77_777, 0];

/** Returns null in most cases; otherwise `number`, or one less, or one more. */
function limitNear(random: Seeded, number: bigint): number | null {
  if (chance(random, 75)) return null;
  return Math.max(0, Number(number) + random.below(3) - 1);
}

function randomAmount(random: Seeded, kind: Coupon['kind'], lines: readonly Line[]): number {
  if (kind === 'percent') return chance(random, 70) ? random.pick(percents) : random.below(1_000_001);
  const { unitPrice, quantity } = random.pick(lines);
  const whole = chance(random, 50) ? unitPrice : unitPrice * quantity;
  return Math.min(Number.MAX_SAFE_INTEGER, random.below(4) === 0 ? whole : random.below(2 * whole + 50));
}

function productsOf(lines: readonly Line[]): number[] {
  return [
    ...new Set(lines.flatMap(({ productId, variationId }) => [productId, variationId || productId])),
    999,
  ];
}

/** Returns the conditions that lines must meet for a coupon. Most coupons have no such conditions. */
function randomLineConditions(
  random: Seeded,
  lines: readonly Line[],
): Pick<Coupon, 'products' | 'notProducts' | 'categories' | 'notCategories' | 'notOnSale'> {
  const products = productsOf(lines);
  return {
    products: chance(random, 20) ? some(random, products, 3) : [],
    notProducts: chance(random, 12) ? some(random, products, 2) : [],
    categories: chance(random, 20) ? some(random, categories, 2) : [],
    notCategories: chance(random, 10) ? some(random, categories, 1) : [],
    notOnSale: chance(random, 10),
  };
}

/** Returns how often a coupon was used, and its limits. A limited coupon has at most one use left. */
function randomUses(random: Seeded): Pick<Coupon, 'used' | 'limit' | 'limitEach' | 'usedBy'> {
  const limit = chance(random, 15) ? 1 + random.below(3) : null;
  const names = ['42', 'ann@example.com', 'bob.b@example.org', '43', 'x@example.com'];
  return {
    limit,
    used: limit === null ? random.below(3) : limit - random.below(2),
    limitEach: chance(random, 15) ? 1 + random.below(2) : null,
    usedBy: Array.from({ length: random.below(3) }, () => random.pick(names)),
  };
}

/** Returns up to five coupons. Some have limits near the values of the cart. */
export function randomCoupons(
  random: Seeded,
  lines: readonly Line[],
  subtotal: bigint,
  now: number,
  decimals: number,
): Coupon[] {
  return Array.from({ length: random.below(6) }, (_, index) => {
    const kind = random.pick(['percent', 'fixed_cart', 'fixed_product'] as const);
    const amount = randomAmount(random, kind, lines);
    const isLimited = chance(random, 25);
    return {
      ...randomLineConditions(random, lines),
      ...randomUses(random),
      id: 10 - index,
      code: `c${index}`,
      kind,
      amount,
      exact: chance(random, 15) ? randomExact(random, amount, kind === 'percent' ? 4 : decimals) : '',
      published: chance(random, 97),
      expires: chance(random, 15) ? now + random.pick([-1, 1]) : null,
      individual: chance(random, 10),
      freeShipping: chance(random, 25),
      minimum: limitNear(random, subtotal),
      maximum: limitNear(random, subtotal),
      pieces: isLimited ? 1 + random.below(chance(random, 50) ? 4 : 40) : null,
      emails: chance(random, 15) ? some(random, patterns, 3) : [],
    };
  });
}

/**
 * Returns the codes of some coupons for a cart, rarely with an unknown code. A coupon that cannot be combined
 * is returned alone.
 */
export function randomCodes(random: Seeded, coupons: readonly Coupon[]): Basket['codes'] {
  const chosen = coupons.filter(() => chance(random, 75)).sort(() => random.next() - 0.5);
  const individualCoupon = chosen.find(({ individual }) => individual);
  if (individualCoupon) return [individualCoupon.code];
  const codes = chosen.map(({ code }) => code);
  return chance(random, 5) ? [...codes, 'nosuch'] : codes;
}
