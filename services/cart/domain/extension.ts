import { z } from 'zod';

type Json = z.core.util.JSONType;

/** An extension's answer to data: the value to store and a notice, or the message of a refusal. */
export type ExtensionAnswer =
  | {
      /** Null removes the namespace from the cart. */
      readonly value: Json;
      /** A notice for the shopper; the default one when absent. */
      readonly notice?: string | undefined;
    }
  | { readonly refusal: string };

/**
 * A namespace of `cart/update` and a member of the cart's `extensions` that a shop adds (docs/cart-extensions.md).
 * Pure: it may run several times for one request, and results may be discarded.
 */
export interface CartExtension {
  /** The name in `namespace` and in `extensions`. */
  readonly namespace: string;
  /** Returns the answer to the data. `kept` is the stored value of the namespace, null for none. */
  update(data: Readonly<Record<string, Json>>, kept: Json): ExtensionAnswer;
}

/** Namespaces of the cart itself (docs/reference/cart.md#update-the-cart). */
export const ownNamespaces: readonly string[] = ['update-cart', 'update-customer'];

const sentence = z.string().min(1).max(500);
const Answer: z.ZodType<ExtensionAnswer> = z.union([
  z.strictObject({ value: z.json(), notice: sentence.optional() }),
  z.strictObject({ refusal: sentence }),
]);

/**
 * Returns an extension's answer. The extension gets copies, since a cart's state is immutable.
 *
 * @throws Error when the extension fails
 */
export function answerOf(
  extension: CartExtension,
  data: Readonly<Record<string, Json>>,
  kept: Json,
): ExtensionAnswer {
  const given: unknown = extension.update(structuredClone(data), structuredClone(kept));
  // A promise is not allowed. Its rejection is caught, since an unhandled rejection would end the process.
  if (given instanceof Promise) given.catch(() => undefined);
  const answer = Answer.safeParse(given);
  // The answer is copied as plain JSON, so that it shares nothing with the extension; this throws for a cycle.
  if (answer.success) return JSON.parse(JSON.stringify(answer.data)) as ExtensionAnswer;
  throw new Error(
    `The extension "${extension.namespace}" must answer with { value, notice? } of JSON or { refusal }.`,
    { cause: answer.error },
  );
}
