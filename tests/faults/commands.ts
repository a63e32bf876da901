import { createHash } from 'node:crypto';

/** A product id with a quantity. */
export interface Pieces {
  readonly product: number;
  readonly quantity: number;
}

/**
 * The commands for one line or for the whole cart. Each product has at most one line, because products are
 * simple and items have no data.
 */
export type SingleCommand =
  | ({ readonly kind: 'add' } & Pieces)
  /** A quantity of 0 removes the line. */
  | ({ readonly kind: 'set' } & Pieces)
  | { readonly kind: 'remove'; readonly product: number }
  | { readonly kind: 'restore'; readonly product: number }
  | { readonly kind: 'clear'; readonly keepRemoved: boolean }
  | { readonly kind: 'update'; readonly quantities: readonly Pieces[] }
  | { readonly kind: 'add-items'; readonly items: readonly Pieces[] }
  | { readonly kind: 'apply-coupon' | 'remove-coupon'; readonly code: string };

/** Coupon codes of the shop, all valid for every cart. The last coupon cannot be combined. */
export const couponCodes = ['four', 'five', 'solo'] as const;
export const individualCode: string = couponCodes[2];

/** All commands that the tests send. */
export type Command =
  | SingleCommand
  | { readonly kind: 'batch'; readonly allOrNone: boolean; readonly commands: readonly SingleCommand[] };

const lineKeys = new Map<number, string>();

/**
 * Returns the key of a product's line: the MD5 of its id
 * (docs/reference/rules.md#item-keys-and-the-cart-hash).
 */
export function lineKeyOf(product: number): string {
  const known = lineKeys.get(product);
  if (known !== undefined) return known;
  const key = createHash('md5').update(String(product)).digest('hex');
  lineKeys.set(product, key);
  return key;
}

/** A command for a cart, with its own idempotency key. */
export interface Planned {
  readonly cart: string;
  readonly key: string;
  readonly command: Command;
  /** Whether the write is sent twice at the same time. */
  readonly twice?: boolean;
  /** Milliseconds from the end of the write until the same write is sent again. */
  readonly againAfterMs?: number;
}
