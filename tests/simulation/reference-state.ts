import type { CartCommand } from '#contracts/cart-commands.ts';

/** What the reference knows of a product that can be had. */
export interface Good {
  readonly price: number;
  readonly purchasable: boolean;
  readonly individually: boolean;
  /** Pieces in stock; null where nobody counts. */
  readonly stock: number | null;
}

/** Products by id; one that is gone is not in it. */
export type Shelf = ReadonlyMap<number, Good>;

export interface Line {
  readonly productId: number;
  readonly quantity: number;
}

/** A cart by docs/reference/cart.md, with as much of it as commands of the tests touch. */
export interface ReferenceCart {
  readonly lines: ReadonlyMap<string, Line>;
  readonly removed: ReadonlyMap<string, Line>;
  readonly email: string;
  /** Codes in the order in which they were applied. */
  readonly coupons: readonly string[];
  /** The way to ship that was chosen, and the city that the goods go to; empty for none. */
  readonly rate: string;
  readonly city: string;
}

export const emptyCart: ReferenceCart = {
  lines: new Map(),
  removed: new Map(),
  email: '',
  coupons: [],
  rate: '',
  city: '',
};

/** Why something is not done: code and members of the error. */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly data: object;
}

/** A cart after a command, and the lines that it was about. */
export type Done = { readonly cart: ReferenceCart; readonly lineKeys: readonly string[] };
export type Of<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

export function refuse(code: string, data: object = {}): never {
  throw { ok: false, code, data } satisfies Refused;
}
