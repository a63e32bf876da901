import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CartExtension } from './extension.ts';
import type { CartState, Line } from './state.ts';

/** Facts by product or variation id; null for one that is gone, absent for one that was not asked for. */
export type FactsById = ReadonlyMap<number, ProductFacts | null>;

/** What rules about a cart judge by, beside the cart: products and the store's settings as they are now. */
export interface World {
  readonly facts: FactsById;
  /** Product or variation ids by the references that commands name, ids or SKUs; null for what names nothing. */
  readonly named: ReadonlyMap<string, number | null>;
  /** Coupons by code, of those that the cart has and that commands name; null for one that there is not. */
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly settings: StoreSettings;
  /** This moment, in Unix milliseconds. */
  readonly now: number;
  /** Id of the customer whose cart it is; empty for a guest's. */
  readonly customerId: string;
  /** Extensions of the store by their namespaces. */
  readonly extensions: ReadonlyMap<string, CartExtension>;
}

/** A world, and whether it is as of late instead of as of now. */
export interface Seen {
  readonly world: World;
  readonly stale: boolean;
}

/** The id that a line's facts go by. */
export function factsIdOf({ variationId, productId }: Pick<Line, 'productId' | 'variationId'>): number {
  return variationId || productId;
}

/** Ids of all products and variations in a cart, those taken out of it among them. */
export function idsIn({ lines, removed }: CartState): number[] {
  return [...lines, ...removed].map(factsIdOf);
}

/** What a reference names: null for nothing. */
export function namedIn(world: World, reference: string): ProductFacts | null {
  const id = world.named.get(reference.trim());
  return (id && world.facts.get(id)) || null;
}
