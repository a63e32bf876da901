import type { Coupon } from '#contracts/promotions.ts';
import { wildcard } from './wildcard.ts';

/** The customer conditions of a coupon. */
interface Customers {
  /** Returns how often a customer used it, under any of these ids and e-mail addresses. */
  readonly usesBy: (names: readonly string[]) => number;
  /** Returns whether an e-mail address may use it; empty while none is known. */
  readonly allows: (email: string) => boolean;
}

/** Returns ids and e-mail addresses in the form for comparing. */
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

/** Cached by coupon object, which may name thousands of customers and lives longer than a request. */
const known = new WeakMap<Coupon, Customers>();

/** Returns the customer conditions of a coupon (docs/money.md, Coupons). */
export function customersOf(coupon: Coupon): Customers {
  const made = known.get(coupon) ?? madeOf(coupon);
  known.set(coupon, made);
  return made;
}
