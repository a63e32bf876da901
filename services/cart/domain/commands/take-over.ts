import { type Customer, maxQuantity } from '#contracts/cart.ts';
import type { Notice } from '#contracts/notices.ts';
import {
  type Applied,
  always,
  type CommandContext,
  type CommandRule,
  factsIdOf,
  idsIn,
  noNeeds,
} from '../../model/command.ts';
import { isBelowLimit, isFittingState, isSafeAmount, upToLimit } from '../../model/limits.ts';
import { type CartState, encodeState, type Line } from '../../model/state.ts';
import { lineWith, mergedPrice, withQuantity, withRemoved } from '../rules/line.ts';
import { availableQuantity, maxFor } from '../rules/quantity-and-stock.ts';
import { countedAmount } from '../totals/counted-amount.ts';
import { mergedOrdered } from './take-ordered.ts';

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

/**
 * Returns a customer's cart with the content of a guest's cart, and records the transfer. If the transfer is
 * already recorded, nothing changes (docs/reference/rules.md#taking-over-the-cart-of-a-guest). Items that do not fit
 * cause no refusal: the shopper gets a notice about these items. Pure.
 */
export const takeOver: CommandRule<TakeOver> = {
  needs: {
    ...noNeeds,
    furtherIds: ({ guest }) => (guest ? idsIn(guest) : []),
    couponCodes: ({ guest }) => guest?.coupons ?? [],
  },
  // All items were in a cart before, so stale facts are enough.
  mayBeStale: always,
  apply(state, { from, id, guest, endedTransferIds }, context) {
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
  },
};

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
    else notices.push({ kind: 'error', code: 'coupon_not_taken', data: { code } });
  }
  return { coupons, notices };
}

/** Returns the merged data of both carts, except lines and coupons. */
function mergedRest(own: CartState, guest: CartState): Partial<CartState> {
  const held = new Set(own.fees.map((fee) => JSON.stringify(fee)));
  const fees = guest.fees.filter((fee) => !held.has(JSON.stringify(fee)));
  const ordered = mergedOrdered(own, guest);
  return {
    ...mergedAddresses(own, guest),
    removed: own.removed.reduce(withRemoved, guest.removed),
    fees: upToLimit([...own.fees, ...fees], 'fees'),
    chosenRates: { ...own.chosenRates, ...guest.chosenRates },
    offeredRates: { ...own.offeredRates, ...guest.offeredRates },
    extensions: { ...guest.extensions, ...own.extensions },
    ...(ordered.length > 0 && { ordered }),
    note: own.note ?? guest.note,
    given: own.given ?? guest.given,
  };
}

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

/** Returns whether a cart is small enough to store, and its amounts are low enough for exact calculations. */
function fits(state: CartState, context: CommandContext): boolean {
  return isSafeAmount(countedAmount(state, context)) && isFittingState(encodeState(state));
}

const noRoomForRest: Notice = { kind: 'error', code: 'rest_not_taken', data: {} };

/** The merged lines of two carts, the guest's lines that did not fit (`left`), and the notices. */
interface Merged {
  readonly lines: readonly Line[];
  readonly left: readonly Line[];
  readonly notices: readonly Notice[];
}

/**
 * Returns a customer's lines merged with a guest's lines. Quantities of the same item are added, within stock and
 * maximum quantity (docs/reference/rules.md#taking-over-the-cart-of-a-guest). The customer's quantities are never
 * lowered. The guest's new lines come after the customer's lines. Pure.
 */
function mergedLines(own: readonly Line[], guest: readonly Line[], context: CommandContext): Merged {
  const left: Line[] = [];
  const notices: Notice[] = [];
  let lines = own;
  for (const line of guest) {
    const held = lineWith(lines, line.key);
    const others = lines.filter((one) => one !== held);
    const before = held?.quantity ?? 0;
    const wanted = before + line.quantity;
    const quantity = Math.max(before, Math.min(wanted, maxOf(line, others, context)));
    if (quantity === 0 || (!held && !isBelowLimit(lines))) {
      left.push(line);
      continue;
    }
    if (quantity < wanted) notices.push(fewerNotice(line, wanted, quantity, context));
    if (held) {
      const both = joinedLine(held, line, quantity);
      lines = lines.map((one) => (one === held ? both : one));
    } else lines = [...lines, withQuantity(line, quantity)];
  }
  return { lines, left, notices };
}

/** Returns the maximum quantity of a line, within the stock that the other lines leave. */
function maxOf(line: Line, others: readonly Line[], { facts: known }: CommandContext): number {
  const facts = known.get(factsIdOf(line));
  // The line of a product that no longer exists is removed later, so its quantity does not matter.
  if (!facts) return maxQuantity;
  return Math.min(maxFor(facts), availableQuantity(facts, known, others));
}

/** Returns the customer's line merged with the guest's line. `quantity` is at most the sum of both quantities. */
function joinedLine(own: Line, guest: Line, quantity: number): Line {
  const isSum = quantity === own.quantity + guest.quantity;
  return isSum ? { ...own, quantity, ownPrice: mergedPrice(own, guest) } : withQuantity(own, quantity);
}

function fewerNotice(line: Line, wanted: number, quantity: number, { facts }: CommandContext): Notice {
  const { name } = line;
  const isIndividual = facts.get(factsIdOf(line))?.soldIndividually === true;
  if (isIndividual) return { kind: 'error', code: 'only_one', data: { name } };
  return { kind: 'error', code: 'fewer_taken', data: { name, wanted, quantity } };
}

/** Maximum number of product names in a notice. A notice about more products contains their number instead. */
const maxNames = 3;

function leftNotice(left: readonly Line[]): readonly Notice[] {
  if (left.length === 0) return [];
  const names = left.length > maxNames ? [] : [...new Set(left.map(({ name }) => name))];
  return [{ kind: 'error', code: 'items_not_taken', data: { names, items: left.length } }];
}

/**
 * Returns a customer's addresses with empty members filled from a guest's addresses. Texts of the customer do
 * not change. While the addresses of the customer's account are not known, nothing is filled. Pure.
 */
export function mergedAddresses(
  own: CartState,
  guest: CartState,
): Pick<CartState, 'customer' | 'shipElsewhere'> {
  const { customer, shipElsewhere, prefilled } = own;
  if (!prefilled) return { customer, shipElsewhere };
  const hasNoPlace = place.every((name) => customer.shipping[name] === '');
  return {
    customer: {
      billing: completed(customer.billing, guest.customer.billing),
      shipping: completed(customer.shipping, guest.customer.shipping),
    },
    shipElsewhere: shipElsewhere || (hasNoPlace && guest.shipElsewhere),
  };
}

type Address = Customer['shipping'];

/** Members of an address that are meaningful only together, unlike names and contact data. */
const place = [
  'company',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
] as const satisfies readonly (keyof Address)[];

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Returns whether each member in `place` is empty in the address `own` or equal in both addresses. */
function isWithin(own: Address, other: Address): boolean {
  return place.every((name) => own[name] === '' || isSame(own[name], other[name]));
}

/**
 * Returns an address with empty members filled from another address. The members in `place` are filled only
 * if each of these members is empty in `own` or equal in both addresses.
 */
function completed<Of extends Address>(own: Of, other: Of): Of {
  const keepsPlace = !isWithin(own, other);
  const isKept = (name: string) => keepsPlace && (place as readonly string[]).includes(name);
  const entries = Object.entries(own).map(([name, text]) => {
    const otherText = (other as unknown as Readonly<Record<string, string>>)[name] ?? '';
    return [name, text === '' && !isKept(name) ? otherText : text];
  });
  return Object.fromEntries(entries) as Of;
}
