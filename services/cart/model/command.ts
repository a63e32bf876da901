import type { CartAccount } from '#contracts/accounts.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { Notice } from '#contracts/notices.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CartExtension } from './extension.ts';
import type { CartState, Line } from './state.ts';

/**
 * By id of a product or variation: its facts. Null for a deleted product, absent for a product that was not requested.
 */
export type FactsById = ReadonlyMap<number, ProductFacts | null>;

/** The command context: products, coupons and settings that the rules of a cart need. */
export interface CommandContext {
  readonly facts: FactsById;
  /** Maps each reference in a command (an id or a SKU) to the id of the product. Null for an unknown reference. */
  readonly named: ReadonlyMap<string, number | null>;
  /** By code: the coupons of the cart and of the commands. Null for an unknown code. */
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly settings: StoreSettings;
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  /** Id of the customer who owns the cart; empty for a guest. */
  readonly customerId: string;
  /**
   * The accounts of the customer and of the e-mail addresses of the cart and of the commands. Empty if no coupon is
   * limited to some customers; null if auth does not answer.
   */
  readonly accounts: readonly CartAccount[] | null;
  /** By namespace: the cart extensions of the shop. */
  readonly extensions: ReadonlyMap<string, CartExtension>;
}

/** A command context, and whether some of its data is stale. */
export interface BuiltContext {
  readonly context: CommandContext;
  readonly stale: boolean;
}

/** Returns the id whose facts a line uses: the variation's id, or the product's id without a variation. */
export function factsIdOf({ variationId, productId }: Pick<Line, 'productId' | 'variationId'>): number {
  return variationId || productId;
}

/** Returns the ids of all products and variations in a cart, including removed lines. */
export function idsIn({ lines, removed }: CartState): number[] {
  return [...lines, ...removed].map(factsIdOf);
}

/** Returns the facts of the product with the id or SKU `reference`. Null for an unknown product. */
export function factsByReference(context: CommandContext, reference: string): ProductFacts | null {
  const id = context.named.get(reference.trim());
  return (id && context.facts.get(id)) || null;
}

/** The result of a successful change: the new state, the keys of the changed lines, and notices. */
export interface Applied {
  /**
   * The new state. If nothing changed, this is the same object as the state before the change, and nothing is
   * written.
   */
  readonly state: CartState;
  readonly lineKeys: readonly string[];
  readonly notices: readonly Notice[];
}

/** The products and coupons that a command needs besides those in the cart. */
interface Needs<Command> {
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
