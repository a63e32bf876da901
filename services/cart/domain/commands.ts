import type { CartCommand } from '#contracts/cart-commands.ts';
import type { WriteConditions } from '#contracts/write.ts';
import {
  type Applied,
  always,
  type CommandContext,
  type CommandRule,
  never,
  noNeeds,
} from '../model/command.ts';
import type { CartState } from '../model/state.ts';
import { type TakeOver, takeOver } from '../transfers/domain/take-over.ts';
import { addFee } from './commands/add-fee.ts';
import { addGroup } from './commands/add-group.ts';
import { addItem } from './commands/add-item.ts';
import { addItems } from './commands/add-items.ts';
import { applyCoupon } from './commands/apply-coupon.ts';
import { chooseRate } from './commands/choose-rate.ts';
import { clear } from './commands/clear.ts';
import { extend } from './commands/extend.ts';
import { removeCoupon } from './commands/remove-coupon.ts';
import { removeFees } from './commands/remove-fees.ts';
import { removeLine } from './commands/remove-line.ts';
import { restoreLine } from './commands/restore-line.ts';
import { setDestination } from './commands/set-destination.ts';
import { setQuantities } from './commands/set-quantities.ts';
import { setQuantity } from './commands/set-quantity.ts';
import { updateCustomer } from './commands/update-customer.ts';

/** A change of a cart: a command of a client, or a change that the service itself makes. */
export type Change =
  | CartCommand
  /** Only removes lines and coupons that are no longer valid, as every write does. */
  | { readonly kind: 'revalidate' }
  | TakeOver;

/** One request's changes of a cart. */
export interface CartWrite {
  /** The idempotency key and the expected revision. Null for a change that the service itself makes. */
  readonly conditions: WriteConditions | null;
  readonly changes: readonly Change[];
  /**
   * How several changes are applied. `each`: a refused change does not affect the other changes.
   * `all-or-none`: one refused change cancels all changes. Null for a single change.
   */
  readonly together: 'each' | 'all-or-none' | null;
}

const unchanged: CommandRule<unknown> = {
  needs: noNeeds,
  mayBeStale: always,
  apply: (state) => ({ state, lineKeys: [], notices: [] }),
};

/** The rule of each kind of change. A kind without a rule does not compile. */
const rules: { readonly [Kind in Change['kind']]: CommandRule<Extract<Change, { kind: Kind }>> } = {
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
  revalidate: { ...unchanged, mayBeStale: never },
  'take-over': takeOver,
};

/** Returns the rule of a change. The cast is needed because the compiler loses the link between kind and rule. */
function ruleOf({ kind }: Change): CommandRule<Change> {
  return rules[kind] as CommandRule<Change>;
}

/** Returns the cart after a change. Pure. @throws ServiceError if the change is refused */
export function applied(change: Change, state: CartState, context: CommandContext): Applied {
  return ruleOf(change).apply(state, change, context);
}

/** Returns the ids or SKUs of products that a change references. */
export function referencesOf(change: Change, state: CartState): readonly string[] {
  return ruleOf(change).needs.references(change, state);
}

/** Returns the ids of products and variations that a change needs in addition to its references. */
export function furtherIds(change: Change, state: CartState, context: CommandContext): readonly number[] {
  return ruleOf(change).needs.furtherIds(change, state, context);
}

/** Returns the codes of coupons that a change needs. */
export function codesOf(change: Change): readonly string[] {
  return ruleOf(change).needs.couponCodes(change);
}

/** Returns the e-mail addresses that a change may set in the billing address. */
export function emailsOf(change: Change): readonly string[] {
  if (change.kind === 'update-customer') return [change.billing.email ?? ''];
  if (change.kind === 'take-over') return [change.guest?.customer.billing.email ?? ''];
  return 'email' in change ? [change.email ?? ''] : [];
}

/** Returns whether a change may use stale product data while the catalogue does not answer. */
export function mayBeStale(change: Change): boolean {
  return ruleOf(change).mayBeStale(change);
}
