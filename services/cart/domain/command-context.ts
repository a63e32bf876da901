import type { CartAccount } from '#contracts/accounts.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
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
