import type { CommandContext } from './command-context.ts';
import type { Applied, CartState } from './state.ts';

/** The data that a command needs in addition to the lines and coupons of the cart. */
export interface Needs<Command> {
  /** Ids or SKUs of products, trimmed. */
  references(command: Command, state: CartState): readonly string[];
  /** Ids of further products and variations, found in the facts of the referenced products. */
  furtherIds(command: Command, state: CartState, context: CommandContext): readonly number[];
  /** Codes of coupons. */
  couponCodes(command: Command): readonly string[];
}

/**
 * All rules of one kind of command. Its schema is in contracts/cart-commands.ts; a commit publishes `cart.changed`
 * for every command that changed something.
 */
export interface CommandRule<Command> {
  readonly needs: Needs<Command>;
  /**
   * Whether the command may use older product data while the catalogue does not answer. Only commands
   * that add no items and raise no quantity may.
   */
  mayBeStale(command: Command): boolean;
  /** Returns the cart after the command. Pure. @throws ServiceError a refusal; the state is then unchanged */
  apply(state: CartState, command: Command, context: CommandContext): Applied;
}

/** Needs of a command that uses only data of the cart. */
export const nothing: Needs<unknown> = {
  references: () => [],
  furtherIds: () => [],
  couponCodes: () => [],
};

export const always = (): boolean => true;
export const never = (): boolean => false;
