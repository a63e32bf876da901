import type { CommandContext } from './command-context.ts';
import type { Applied, CartState } from './state.ts';

/** The products and coupons that a command needs besides those in the cart. */
export interface Needs<Command> {
  /** Returns the ids or SKUs of the products that the command names, without outer spaces. */
  references(command: Command, state: CartState): readonly string[];
  /**
   * Returns the ids of further products and variations that the command needs. The facts of the referenced products
   * contain these ids.
   */
  furtherIds(command: Command, state: CartState, context: CommandContext): readonly number[];
  /** Returns the codes of the coupons that the command names. */
  couponCodes(command: Command): readonly string[];
}

/** All rules of one kind of command. The command's schema is in contracts/cart-commands.ts. */
export interface CommandRule<Command> {
  readonly needs: Needs<Command>;
  /**
   * Returns whether the command may use older product data while the catalogue does not answer. Commands that add
   * or restore items, set a quantity above 0, change options or apply a coupon may use only recent data.
   */
  mayBeStale(command: Command): boolean;
  /** Returns the cart after the command. Pure. @throws ServiceError if the command is refused */
  apply(state: CartState, command: Command, context: CommandContext): Applied;
}

/** Needs of a command that uses only data of the cart. */
export const noNeeds: Needs<unknown> = {
  references: () => [],
  furtherIds: () => [],
  couponCodes: () => [],
};

export const always = (): boolean => true;
export const never = (): boolean => false;
