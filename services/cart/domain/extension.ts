import { z } from 'zod';

type Json = z.core.util.JSONType;

/**
 * What an extension makes of data that came for it: what is kept from now on and what the shopper is told, or the
 * sentence why it is refused.
 */
export type ExtensionAnswer =
  | {
      /** Null keeps nothing: the namespace leaves the cart. */
      readonly value: Json;
      /** A sentence for the shopper; the usual one when absent. */
      readonly notice?: string | undefined;
    }
  | { readonly refusal: string };

/**
 * A namespace of `cart/update` and a member of the cart's `extensions` that a shop adds by itself
 * (docs/cart-extensions.md). Pure: it may run several times for one request, and what it throws away nobody misses.
 */
export interface CartExtension {
  /** The name in `namespace` and in `extensions`. */
  readonly namespace: string;
  /** Decides what becomes of the data. `kept` is what the cart holds under the namespace, null for nothing. */
  update(data: Readonly<Record<string, Json>>, kept: Json): ExtensionAnswer;
}

/** Namespaces that the cart itself has (docs/reference/cart.md#update-the-cart). */
export const ownNamespaces: readonly string[] = ['update-cart', 'update-customer'];

const sentence = z.string().min(1).max(500);
const Answer: z.ZodType<ExtensionAnswer> = z.union([
  z.strictObject({ value: z.json(), notice: sentence.optional() }),
  z.strictObject({ refusal: sentence }),
]);

/** What an extension answers; it gets copies, since a cart's state is never changed. @throws Error when it fails */
export function answerOf(
  extension: CartExtension,
  data: Readonly<Record<string, Json>>,
  kept: Json,
): ExtensionAnswer {
  const given: unknown = extension.update(structuredClone(data), structuredClone(kept));
  // A promise is no answer. One that is rejected, which nobody waits for, would end the process.
  if (given instanceof Promise) given.catch(() => undefined);
  const answer = Answer.safeParse(given);
  // What comes back is plain JSON, of which nothing is the extension's any more; a circle is none.
  if (answer.success) return JSON.parse(JSON.stringify(answer.data)) as ExtensionAnswer;
  throw new Error(
    `The extension "${extension.namespace}" must answer with { value, notice? } of JSON or { refusal }.`,
    { cause: answer.error },
  );
}
