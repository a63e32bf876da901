import type { z } from 'zod';

type Json = z.core.util.JSONType;

/** What an extension makes of data that came for it: what is kept from now on, and what the shopper is told. */
export interface ExtensionAnswer {
  /** Null keeps nothing: the namespace leaves the cart. */
  readonly value: Json;
  /** A sentence for the shopper; the usual one when absent. */
  readonly notice?: string;
}

/**
 * A namespace of `cart/update` and a member of the cart's `extensions` that a shop adds by itself
 * (docs/cart-extensions.md). Pure: it may run several times for one request.
 */
export interface CartExtension {
  /** The name in `namespace` and in `extensions`. */
  readonly namespace: string;
  /** Decides what becomes of the data. `kept` is what the cart holds under the namespace, null for nothing. */
  update(data: Readonly<Record<string, Json>>, kept: Json): ExtensionAnswer;
}
