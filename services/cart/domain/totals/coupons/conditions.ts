import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import { formatted } from '#platform/money/text.ts';
import { customersOf } from './customers.ts';
import { type Eligibility, eligibilityOf } from './eligible.ts';

/** A cart as a coupon's conditions are about it. */
export interface CouponCart {
  readonly lines: readonly ProductFacts[];
  /** All lines before discounts, as the store shows them in the cart. */
  readonly shownSubtotal: Minor;
  /** The billing e-mail address; empty where it is not known. */
  readonly email: string;
  /** The customer's id; empty for a guest. */
  readonly customerId: string;
}

/** Why a coupon is not good for a cart: a word for programs, a sentence for people. */
export interface Objection {
  readonly reason: string;
  readonly sentence: string;
}

/** What a condition judges by. */
interface Judged {
  readonly coupon: Coupon;
  readonly cart: CouponCart;
  readonly settings: StoreSettings;
  readonly now: number;
  readonly eligibility: Eligibility;
}

/** Whether a coupon fails a condition. */
type Fails = (judged: Judged) => boolean;

/** Only a published coupon is good. To shoppers another one is none. */
const isNotPublished: Fails = ({ coupon }) => coupon.status !== 'publish';

/** A coupon is good to the end of the second of its expiry, as sales are. */
const isExpired: Fails = ({ coupon: { expires }, now }) =>
  expires !== null && now >= Date.parse(`${expires.utc}Z`) + 1_000;

/** It has been used as often as it may be. */
const isUsedUp: Fails = ({ coupon: { usageCount, usageLimit } }) =>
  usageLimit !== null && usageCount >= usageLimit;

/** This customer, by id or billing e-mail address, has used it as often as one may. */
const isUsedUpByCustomer: Fails = ({ coupon, cart: { customerId, email } }) => {
  const { usageLimitPerCustomer: limit } = coupon;
  return limit !== null && customersOf(coupon).usesBy([customerId, email]) >= limit;
};

const isBelowMinimum: Fails = ({ coupon: { minimumSpend }, cart }) =>
  minimumSpend !== null && cart.shownSubtotal < minimumSpend;

const isAboveMaximum: Fails = ({ coupon: { maximumSpend }, cart }) =>
  maximumSpend !== null && cart.shownSubtotal > maximumSpend;

/** A coupon that is bound to e-mail addresses is not good while none is known. */
const isOfOtherEmail: Fails = ({ coupon, cart: { email } }) => !customersOf(coupon).allows(email);

/** Percent and fixed product need a line that they are for, fixed cart one that it names if it names any. */
const isForNothing: Fails = ({ coupon, cart, eligibility }) => {
  if (coupon.discountType !== 'fixed_cart') return !cart.lines.some(eligibility.isFor);
  const namesNone = coupon.productIds.length === 0 && coupon.categoryIds.length === 0;
  return !namesNone && !cart.lines.some(eligibility.isNamed);
};

/** A fixed cart discount is for all lines, so that one that it excludes is one too many. */
function hasExcluded(by: 'isExcludedProduct' | 'isInExcludedCategory' | 'isExcludedFromSale'): Fails {
  return ({ coupon, cart, eligibility }) =>
    coupon.discountType === 'fixed_cart' && cart.lines.some(eligibility[by]);
}

/** Rest of the sentence whose subject is the coupon, where a coupon fails. */
type Told = (coupon: Coupon, settings: StoreSettings) => string;

const spend = (amount: number | null, { currency }: StoreSettings) => formatted(amount ?? 0, currency);

/** All conditions in the order in which they are judged: the first that fails is told (docs/money.md). */
const conditions: readonly (readonly [reason: string, fails: Fails, told: Told])[] = [
  ['not_published', isNotPublished, () => 'does not exist.'],
  ['expired', isExpired, () => 'has expired.'],
  ['usage_limit', isUsedUp, () => 'has been used as often as it can be.'],
  ['usage_limit_customer', isUsedUpByCustomer, () => 'has been used by you as often as it can be.'],
  [
    'minimum_spend',
    isBelowMinimum,
    (coupon, settings) => `can be used from a subtotal of ${spend(coupon.minimumSpend, settings)}.`,
  ],
  [
    'maximum_spend',
    isAboveMaximum,
    (coupon, settings) => `can be used up to a subtotal of ${spend(coupon.maximumSpend, settings)}.`,
  ],
  [
    'email',
    isOfOtherEmail,
    () => 'is for certain e-mail addresses: yours is not one of them, or is not known yet.',
  ],
  ['not_applicable', isForNothing, () => 'is not for any product in your cart.'],
  [
    'excluded_products',
    hasExcluded('isExcludedProduct'),
    () => 'cannot be used with some product in your cart.',
  ],
  [
    'excluded_categories',
    hasExcluded('isInExcludedCategory'),
    () => 'cannot be used with products of some category in your cart.',
  ],
  ['sale_items', hasExcluded('isExcludedFromSale'), () => 'cannot be used with products on sale.'],
];

/** What is told of a coupon that there is not. */
export function unknownCoupon(code: string): Objection {
  return { reason: 'not_exist', sentence: `Coupon "${code}" does not exist.` };
}

/** Why a coupon is not good for a cart at a moment, in Unix milliseconds; null when it is (docs/money.md). Pure. */
export function objectionTo(
  coupon: Coupon,
  cart: CouponCart,
  settings: StoreSettings,
  now: number,
): Objection | null {
  const judged = { coupon, cart, settings, now, eligibility: eligibilityOf(coupon) };
  const failed = conditions.find(([, fails]) => fails(judged));
  if (!failed) return null;
  const [reason, , told] = failed;
  return { reason, sentence: `Coupon "${coupon.code}" ${told(coupon, settings)}` };
}
