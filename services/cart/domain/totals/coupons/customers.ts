import type { Coupon } from '#contracts/promotions.ts';
import { wildcard } from './wildcard.ts';

/** What a coupon says about customers. */
interface Customers {
  /** How often somebody used it, by any of some ids and e-mail addresses. */
  readonly usesBy: (names: readonly string[]) => number;
  /** Whether it may be used with an e-mail address; empty while none is known. */
  readonly allows: (email: string) => boolean;
}

/** Ids and e-mail addresses as they are compared. */
const named = (name: string) => name.trim().toLowerCase();

function madeOf({ usedBy, allowedEmails }: Coupon): Customers {
  const uses = new Map<string, number>();
  for (const name of usedBy.map(named)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const patterns = allowedEmails.map(wildcard);
  return {
    usesBy: (names) => {
      const own = new Set(names.map(named));
      return [...own].reduce((all, name) => all + (name === '' ? 0 : (uses.get(name) ?? 0)), 0);
    },
    allows: (email) => patterns.length === 0 || (named(email) !== '' && patterns.some((fits) => fits(email))),
  };
}

/** By the coupons themselves, which may name thousands of customers and are kept between requests. */
const known = new WeakMap<Coupon, Customers>();

/** What a coupon says about customers (docs/money.md, Coupons). */
export function customersOf(coupon: Coupon): Customers {
  const made = known.get(coupon) ?? madeOf(coupon);
  known.set(coupon, made);
  return made;
}
