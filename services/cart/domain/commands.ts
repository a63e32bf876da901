import type { CartCommand } from '#contracts/cart-commands.ts';
import type { WriteConditions } from '#contracts/write.ts';
import { always, type CommandRule, never, noNeeds } from '../model/command.ts';
import { addGroup, addItem, addItems } from './commands/add-items.ts';
import { annotate } from './commands/annotate.ts';
import { clear, removeLine, restoreLine, setQuantities, setQuantity } from './commands/change-items.ts';
import { applyCoupon, removeCoupon } from './commands/coupons.ts';
import { addFee, removeFees } from './commands/fees.ts';
import { chooseRate, setDestination } from './commands/shipping.ts';
import { type TakeOrdered, takeOrdered } from './commands/take-ordered.ts';
import { type TakeOver, takeOver } from './commands/take-over.ts';
import { extend, refillCustomer, updateCustomer } from './commands/update.ts';

/** A change of a cart: a command of a client, or a change that the service itself makes. */
export type Change =
  | CartCommand
  /** Only removes lines and coupons that are no longer valid, as every write does. */
  | { readonly kind: 'revalidate' }
  | TakeOver
  | TakeOrdered;

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
  annotate,
  'refill-customer': refillCustomer,
  extend,
  look: unchanged,
  revalidate: { ...unchanged, mayBeStale: never },
  'take-over': takeOver,
  'take-ordered': takeOrdered,
};

/** Returns the rule of a change. The cast is needed because the compiler loses the link between kind and rule. */
export function ruleOf({ kind }: Change): CommandRule<Change> {
  return rules[kind] as CommandRule<Change>;
}

/** Returns the e-mail addresses that a change may set in the billing address. */
export function emailsOf(change: Change): readonly string[] {
  if (change.kind === 'update-customer') return [change.billing.email ?? ''];
  if (change.kind === 'take-over') return [change.guest?.customer.billing.email ?? ''];
  return 'email' in change ? [change.email ?? ''] : [];
}
