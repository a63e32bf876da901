import { z } from 'zod';

type Json = z.core.util.JSONType;

/** An extension's answer to data: the value to store and a notice, or the message of a refusal. */
export type ExtensionAnswer =
  | {
      /** The value to store for the namespace. Null removes the stored value from the cart. */
      readonly value: Json;
      /** Text of the notice for the shopper. Without this member, the notice has the default text. */
      readonly notice?: string | undefined;
    }
  | { readonly refusal: string };

/**
 * Code of a shop for one namespace of `cart/update`; its value is a member of the cart's `extensions`
 * (docs/cart-extensions.md). The code must be pure, because it may run several times for one request, and results may
 * be discarded.
 */
export interface CartExtension {
  /** The namespace in requests, and the name of the member of the cart's `extensions`. */
  readonly namespace: string;
  /** Returns the answer to a client's data. `kept` is the stored value of the namespace, null without a value. */
  update(data: Readonly<Record<string, Json>>, kept: Json): ExtensionAnswer;
}

/** Namespaces of the cart itself, which no extension may use (docs/reference/cart.md#update-the-cart). */
export const ownNamespaces: readonly string[] = ['update-cart', 'update-customer'];

const sentence = z.string().min(1).max(500);
const Answer: z.ZodType<ExtensionAnswer> = z.union([
  z.strictObject({ value: z.json(), notice: sentence.optional() }),
  z.strictObject({ refusal: sentence }),
]);

/**
 * Returns an extension's answer. The extension gets copies of the values, so that the extension cannot change the
 * cart's state.
 *
 * @throws Error if the extension fails or its answer is invalid
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
  // The answer is copied as plain JSON, so that it shares no objects with the extension. The copy throws for a cycle.
  if (answer.success) return JSON.parse(JSON.stringify(answer.data)) as ExtensionAnswer;
  throw new Error(
    `The extension "${extension.namespace}" must answer with { value, notice? } of JSON or { refusal }.`,
    { cause: answer.error },
  );
}
