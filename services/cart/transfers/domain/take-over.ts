import type { Notice } from '#contracts/cart.ts';
import { countedAmount } from '../../domain/lines/amount.ts';
import { withRemoved } from '../../domain/lines/removed-lines.ts';
import {
  type Applied,
  always,
  type CommandContext,
  type CommandRule,
  idsIn,
  noNeeds,
} from '../../model/command.ts';
import { isBelowLimit, isFittingState, isSafeAmount, upToLimit } from '../../model/limits.ts';
import { type CartState, encodeState } from '../../model/state.ts';
import { mergedAddresses } from './merged-addresses.ts';
import { leftNotice, mergedLines } from './merged-lines.ts';

/**
 * A change that adds a guest's cart to a customer's cart. The service makes this change as the second step of a
 * transfer.
 */
export interface TakeOver {
  readonly kind: 'take-over';
  /** Key of the guest's cart. */
  readonly from: string;
  /** Unique id of the transfer. */
  readonly id: string;
  /** The guest's cart; null when the transfer is already complete. */
  readonly guest: CartState | null;
  /** Ids of recorded transfers that have ended, so that the customer's cart can drop these records. */
  readonly endedTransferIds: readonly string[];
}

/** Returns whether a cart is small enough to store, and its amounts are low enough for exact calculations. */
function fits(state: CartState, context: CommandContext): boolean {
  return isSafeAmount(countedAmount(state, context)) && isFittingState(encodeState(state));
}

/** Returns the coupons of both carts, first the customer's coupons, and notices of coupons that cannot be combined. */
function mergedCoupons(
  own: readonly string[],
  brought: readonly string[],
  { coupons: known }: CommandContext,
) {
  const isIndividual = (code: string) => known.get(code)?.individualUse === true;
  let coupons = own;
  const notices: Notice[] = [];
  for (const code of brought) {
    if (coupons.includes(code)) continue;
    const clashes = coupons.length > 0 && [code, ...coupons].some(isIndividual);
    if (!clashes && isBelowLimit(coupons, 'coupons')) coupons = [...coupons, code];
    else notices.push({ kind: 'error', text: `Coupon "${code}" cannot be used together with your others.` });
  }
  return { coupons, notices };
}

/** Returns the merged data of both carts, except lines and coupons. */
function mergedRest(own: CartState, guest: CartState): Partial<CartState> {
  const held = new Set(own.fees.map((fee) => JSON.stringify(fee)));
  const fees = guest.fees.filter((fee) => !held.has(JSON.stringify(fee)));
  return {
    ...mergedAddresses(own, guest),
    removed: own.removed.reduce(withRemoved, guest.removed),
    fees: upToLimit([...own.fees, ...fees], 'fees'),
    chosenRates: { ...own.chosenRates, ...guest.chosenRates },
    offeredRates: { ...own.offeredRates, ...guest.offeredRates },
    extensions: { ...guest.extensions, ...own.extensions },
  };
}

const noRoomForRest: Notice = {
  kind: 'error',
  text: 'There was no room in your cart for the fees, addresses and choices of your guest cart.',
};

/**
 * Adds lines of the guest to the customer's cart `state`. If not all lines fit, adds only the first lines, as many as
 * fit. If the cart has space for the other lines as removed lines, they become removed lines, so that the shopper can
 * restore them. Otherwise they are dropped. In both cases, a notice reports the other lines.
 */
function withLines(state: CartState, guest: CartState, context: CommandContext): Applied {
  const taken = (count: number) => {
    const merged = mergedLines(state.lines, guest.lines.slice(0, count), context);
    return { ...merged, state: { ...state, lines: merged.lines } };
  };
  let count = guest.lines.length;
  if (!fits(taken(count).state, context)) {
    let tooMany = count;
    count = 0;
    while (tooMany - count > 1) {
      const middle = Math.floor((count + tooMany) / 2);
      if (fits(taken(middle).state, context)) count = middle;
      else tooMany = middle;
    }
  }
  const { state: merged, left, notices } = taken(count);
  const notTransferred = [...left, ...guest.lines.slice(count)];
  // The shopper can restore removed lines later.
  const restorable = { ...merged, removed: notTransferred.reduce(withRemoved, merged.removed) };
  const after = notTransferred.length > 0 && fits(restorable, context) ? restorable : merged;
  return { state: after, lineKeys: [], notices: [...notices, ...leftNotice(notTransferred)] };
}

/**
 * Returns a customer's cart with the content of a guest's cart, and records the transfer. If the transfer is
 * already recorded, nothing changes (docs/reference/rules.md#taking-over-the-cart-of-a-guest). Items that do not fit
 * cause no refusal: the shopper gets a notice about these items. Pure.
 */
function apply(
  state: CartState,
  { from, id, guest, endedTransferIds }: TakeOver,
  context: CommandContext,
): Applied {
  if (!guest || state.transfers.some((one) => one.id === id)) return { state, lineKeys: [], notices: [] };
  const open = state.transfers.filter((one) => !endedTransferIds.includes(one.id));
  const own: CartState = { ...state, transfers: [...open, { from, id }] };
  const { coupons, notices } = mergedCoupons(own.coupons, guest.coupons, context);
  const whole: CartState = { ...own, ...mergedRest(own, guest), coupons };
  // If the cart becomes too large, the guest's removed lines are left out first, because the shopper does not see
  // removed lines in the cart.
  const largest = [whole, { ...whole, removed: own.removed }].find((one) => fits(one, context));
  const taken = withLines(largest ?? { ...own, coupons }, guest, context);
  return { ...taken, notices: [...taken.notices, ...notices, ...(largest ? [] : [noRoomForRest])] };
}

export const takeOver: CommandRule<TakeOver> = {
  needs: {
    ...noNeeds,
    furtherIds: ({ guest }) => (guest ? idsIn(guest) : []),
    couponCodes: ({ guest }) => guest?.coupons ?? [],
  },
  // All items were in a cart before, so stale facts are enough.
  mayBeStale: always,
  apply,
};
