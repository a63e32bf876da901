import type { CartCommand } from '#contracts/cart-commands.ts';

/** An available product, with the members that the reference cart needs. */
export interface Good {
  readonly price: number;
  readonly purchasable: boolean;
  readonly individually: boolean;
  /** Stock; null if the stock is not counted. */
  readonly stock: number | null;
}

/** Available products by id. */
export type AvailableProducts = ReadonlyMap<number, Good>;

export interface Line {
  readonly productId: number;
  readonly quantity: number;
}

/** A cart by docs/reference/cart.md, with the members that the commands of the tests change. */
export interface ReferenceCart {
  readonly lines: ReadonlyMap<string, Line>;
  readonly removed: ReadonlyMap<string, Line>;
  readonly email: string;
  /** Codes of coupons, in the order in which they were applied. */
  readonly coupons: readonly string[];
  /** `rate`: the chosen shipping method; empty if none is chosen. `city`: the city of the destination. */
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

/** A refusal: code and data of the error. */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly data: object;
}

/** A cart after a command, and the keys of the lines that the command changed. */
export type Done = { readonly cart: ReferenceCart; readonly lineKeys: readonly string[] };
export type Of<Kind extends CartCommand['kind']> = Extract<CartCommand, { kind: Kind }>;

export function refuse(code: string, data: object = {}): never {
  throw { ok: false, code, data } satisfies Refused;
}
