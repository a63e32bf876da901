import type { CartCommand, CommandOf } from '#contracts/cart-commands.ts';
import { CouponCode } from '#contracts/promotions.ts';
import type { Marks } from '#contracts/write.ts';
import { addFee } from './changes/add-fee.ts';
import { addGroup, furtherIdsOfGroup } from './changes/add-group.ts';
import { addItem } from './changes/add-item.ts';
import { addItems } from './changes/add-items.ts';
import { applyCoupon } from './changes/apply-coupon.ts';
import { chooseRate } from './changes/choose-rate.ts';
import { clear } from './changes/clear.ts';
import { extend } from './changes/extend.ts';
import { removeCoupon } from './changes/remove-coupon.ts';
import { removeFees } from './changes/remove-fees.ts';
import { removeLine } from './changes/remove-line.ts';
import { restoreLine } from './changes/restore-line.ts';
import { setDestination } from './changes/set-destination.ts';
import { setQuantities } from './changes/set-quantities.ts';
import { setQuantity } from './changes/set-quantity.ts';
import { updateCustomer } from './changes/update-customer.ts';
import { isZero } from './lines/quantity.ts';
import { furtherIdsOf } from './product-choice/choosing.ts';
import { furtherIdsOfLine, isChosenAgain, referencesOfLine } from './product-choice/choosing-again.ts';
import type { Applied, CartState } from './state.ts';
import { type TakeOver, takeOver } from './transfer/take-over.ts';
import { factsIdOf, type World } from './world.ts';

/** What may be done to a cart: what clients ask, and what the service does by itself. */
export type Change =
  | CartCommand
  /** Only takes out what can no longer be bought, as every change does first. */
  | { readonly kind: 'revalidate' }
  | TakeOver;

/** What one request wants of a cart: one change, or several that are told of one by one. */
export interface CartWrite {
  /** Null for what the service does by itself. */
  readonly marks: Marks | null;
  readonly changes: readonly Change[];
  /** Null for a single change, whose refusal is the write's. */
  readonly together: 'each' | 'all-or-none' | null;
}

type Rule<Kind extends CartCommand['kind']> = (
  state: CartState,
  command: CommandOf<Kind>,
  world: World,
) => Applied;

const unchanged = (state: CartState): Applied => ({ state, lineKeys: [], notices: [] });

/** The rule of each change: a kind without one does not compile. */
const rules: { readonly [Kind in CartCommand['kind']]: Rule<Kind> } = {
  'add-item': addItem,
  'add-items': addItems,
  'add-group': addGroup,
  'set-quantity': setQuantity,
  'remove-line': removeLine,
  'restore-line': restoreLine,
  clear,
  'set-quantities': setQuantities,
  'update-customer': updateCustomer,
  'apply-coupon': applyCoupon,
  'remove-coupon': removeCoupon,
  'add-fee': addFee,
  'remove-fees': removeFees,
  'choose-rate': chooseRate,
  'set-destination': setDestination,
  extend,
  look: unchanged,
};

/** The cart after a change. Pure. @throws ServiceError the change's refusals; the state is then unchanged */
export function applied(change: Change, state: CartState, world: World): Applied {
  if (change.kind === 'revalidate') return unchanged(state);
  if (change.kind === 'take-over') return takeOver(state, change, world);
  // The table holds each kind's own rule, which the compiler cannot see through an index.
  const rule = rules[change.kind] as Rule<CartCommand['kind']>;
  return rule(state, change, world);
}

/** References that a change names, as clients wrote them, without blanks around them, or that its line stands for. */
export function referencesOf(change: Change, state: CartState): readonly string[] {
  switch (change.kind) {
    case 'add-item':
      return [change.item.reference.trim()];
    case 'add-items':
      return change.items.map(({ reference }) => reference.trim());
    case 'add-group':
      return [change.reference, ...Object.keys(change.quantities)].map((reference) => reference.trim());
    case 'set-quantity':
      return referencesOfLine(change, state);
    default:
      return [];
  }
}

/** Ids of products and variations that a change turns out to be about once those that it names are known. */
export function furtherIds(change: Change, state: CartState, world: World): readonly number[] {
  switch (change.kind) {
    case 'add-item':
      return furtherIdsOf(change.item, world);
    case 'add-items':
      return change.items.flatMap((item) => furtherIdsOf(item, world));
    case 'add-group':
      return furtherIdsOfGroup(change, world);
    case 'set-quantity':
      return furtherIdsOfLine(change, state, world);
    case 'take-over':
      return change.guest ? idsIn(change.guest) : [];
    default:
      return [];
  }
}

/** Codes of coupons that a change names and that have to be known, as they are kept. */
export function codesOf(change: Change): readonly string[] {
  if (change.kind === 'take-over') return change.guest?.coupons ?? [];
  if (change.kind !== 'apply-coupon') return [];
  // What is too long to be a code names no coupon.
  const code = CouponCode.safeParse(change.code);
  return code.success ? [code.data] : [];
}

/** Changes that put nothing in and raise nothing, or that shops make on their own. */
const evenStale: ReadonlySet<Change['kind']> = new Set([
  'remove-line',
  'clear',
  'update-customer',
  'remove-coupon',
  'add-fee',
  'remove-fees',
  // A rate that is gone counts no longer, whenever it was chosen.
  'choose-rate',
  'set-destination',
  'extend',
  'look',
  // Nothing that was not in a cart before.
  'take-over',
]);

/**
 * Whether a change may be judged by facts that are not of this moment, while the catalogue is silent: one that puts
 * nothing in and raises nothing. A coupon is applied by what holds now alone.
 */
export function mayBeStale(change: Change): boolean {
  switch (change.kind) {
    case 'set-quantity':
      return isZero(change.quantity) && !isChosenAgain(change);
    case 'set-quantities':
      return change.quantities.every(({ quantity }) => isZero(quantity));
    default:
      return evenStale.has(change.kind);
  }
}

/** Ids of all products and variations in a cart, those taken out of it among them. */
export function idsIn({ lines, removed }: CartState): number[] {
  return [...lines, ...removed].map(factsIdOf);
}
