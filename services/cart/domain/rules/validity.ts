import type { ProductFacts } from '#contracts/catalogue.ts';
import type { CouponRejection } from '#contracts/coupons.ts';
import type { Notice, NoticeData } from '#contracts/notices.ts';
import { atFinest } from '#platform/money/money.ts';
import { type CommandContext, factsIdOf } from '../../model/command.ts';
import { isSafeAmount, withinSafeIntegers } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import {
  type CouponCart,
  type CouponCustomer,
  comparable,
  rejectionOf,
  unknownCoupon,
} from '../coupons/conditions.ts';
import { taxedAt } from '../totals/calculation.ts';
import { countedAmountsIn } from '../totals/counted-amount.ts';
import { enteredIn, pricedLines, pricing, shownIn, subtotalPart } from '../totals/prices.ts';

/** A valid state, with a notice for each removal. If nothing was removed, `state` is the same object as before. */
interface Revalidated {
  readonly state: CartState;
  readonly notices: readonly Notice[];
}

type RemovalReason = NoticeData<'item_dropped'>['reason'];

/**
 * Returns the state without invalid lines and coupons. Lines are checked first, since the validity of coupons depends
 * on the lines.
 */
export function revalidated(state: CartState, context: CommandContext): Revalidated {
  const kept = withoutInvalidLines(state, context);
  const left = withoutInvalidCoupons(kept.state, context);
  return { state: left.state, notices: [...kept.notices, ...left.notices] };
}

/**
 * Returns the state without lines that can no longer be bought as chosen
 * (docs/reference/rules.md#checked-at-every-read), and without lines whose amounts have become too high to calculate.
 * All fees are removed if the fees alone have become too high.
 */
export function withoutInvalidLines(given: CartState, context: CommandContext): Revalidated {
  const { facts } = context;
  const { state, notices: ofFees } = withoutHugeFees(given, context);
  const notices: Notice[] = [...ofFees];
  const sizes = countedAmountsIn(state, context);
  let size = sizes.ofFees();
  const lines = state.lines.filter((line) => {
    const more = sizes.ofLine(line);
    const reason =
      removalReason(line, facts.get(factsIdOf(line))) ?? (isSafeAmount(size + more) ? null : 'amount');
    if (reason !== null) {
      notices.push({ kind: 'error', code: 'item_dropped', data: { name: line.name, reason } });
      return false;
    }
    size += more;
    return true;
  });
  return notices.length === 0 ? { state: given, notices } : { state: { ...state, lines }, notices };
}

/** Returns why a line must be removed; null for a valid line. */
export function removalReason(line: Line, facts: ProductFacts | null | undefined): RemovalReason | null {
  if (!facts?.purchasable) return 'not_purchasable';
  return matchesChoice(line, facts) ? null : 'changed';
}

/** Returns whether a line still matches its product: the type is the same, and a variation has the chosen options. */
function matchesChoice({ variationId, productId, attributes }: Line, facts: ProductFacts): boolean {
  if (variationId === 0) return facts.type === 'simple';
  if (facts.type !== 'variation' || facts.parentId !== productId) return false;
  const fits = ({ key, slug }: ProductFacts['attributes'][number]) =>
    Object.hasOwn(attributes, key) && (slug === '' || slug === attributes[key]);
  return facts.attributes.every(fits) && facts.attributes.length === Object.keys(attributes).length;
}

/**
 * Removes all fees, with a notice, if the fees have become too high to calculate exactly; else returns the state
 * unchanged. Fees can become too high if the store sets taxes above 1000 %.
 */
function withoutHugeFees(state: CartState, context: CommandContext): Revalidated {
  if (isSafeAmount(countedAmountsIn(state, context).ofFees())) return { state, notices: [] };
  return { state: { ...state, fees: [] }, notices: [{ kind: 'error', code: 'fees_dropped', data: {} }] };
}

/**
 * Returns the state without coupons that are no longer valid (docs/money.md;
 * docs/reference/rules.md#checked-at-every-read). All coupons stay in an empty cart, or if the store has disabled
 * coupons.
 */
export function withoutInvalidCoupons(state: CartState, context: CommandContext): Revalidated {
  const { coupons: applied, lines } = state;
  const checksCoupons = applied.length > 0 && lines.length > 0 && context.settings.couponsEnabled;
  if (!checksCoupons) return { state, notices: [] };
  const rejections = rejectionsIn(state, context, context.customerId);
  if (rejections.size === 0) return { state, notices: [] };
  const notices = [...rejections.values()].map((data): Notice => {
    return { kind: 'error', code: 'coupon_dropped', data };
  });
  return { state: { ...state, coupons: applied.filter((code) => !rejections.has(code)) }, notices };
}

/** Returns the rejections of coupons for a cart, by code. The reason for an unknown code is `not_exist`. Pure. */
export function rejectionsIn(
  state: CartState,
  context: CommandContext,
  customerId: string,
  codes: readonly string[] = state.coupons,
): ReadonlyMap<string, CouponRejection> {
  const found = new Map<string, CouponRejection>();
  if (codes.length === 0) return found;
  const cart = withinSafeIntegers(() => couponCart(state, context, customerId));
  for (const code of codes) {
    const coupon = context.coupons.get(code);
    const rejection = coupon ? rejectionOf(coupon, cart, context.settings, context.now) : unknownCoupon(code);
    if (rejection) found.set(code, rejection);
  }
  return found;
}

/** Returns the data of a cart that coupon conditions check. The subtotal is the sum of the lines before discounts. */
function couponCart(state: CartState, context: CommandContext, customerId: string): CouponCart {
  const { facts, settings } = context;
  const place = taxedAt(state, context);
  return atFinest(enteredIn(state, facts), (grain) => {
    const prices = pricing(settings, place, grain);
    const priced = pricedLines(state.lines, facts, prices);
    return {
      lines: priced.map((one) => one.facts),
      shownSubtotal: prices.rounding.toMinor(shownIn(settings, subtotalPart(priced, prices))),
      customer: couponCustomer(state, context, customerId),
    };
  });
}

/**
 * Returns the ids and e-mail addresses of a cart's customer: of the account that owns the cart, and the billing e-mail
 * address with the account that it belongs to. Null if auth does not answer.
 */
function couponCustomer(
  { customer: { billing } }: CartState,
  { accounts }: CommandContext,
  customerId: string,
): CouponCustomer | null {
  if (accounts === null) return null;
  const own = accounts.find(({ id }) => String(id) === customerId);
  const emails = [billing.email, own?.email ?? ''].map(comparable).filter((email) => email !== '');
  const others = accounts.filter(({ email }) => emails.includes(comparable(email)));
  const ids = [customerId, ...others.map(({ id }) => String(id))].filter((id) => id !== '');
  return { emails: [...new Set(emails)], ids: [...new Set(ids)] };
}
