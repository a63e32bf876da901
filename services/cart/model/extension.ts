import { z } from 'zod';

type Json = z.core.util.JSONType;

/** What an extension returns for a client's data: the value to store and a notice, or the message of a refusal. */
export type ExtensionAnswer =
  | {
      /** The value to store for the namespace. Null removes the stored value from the cart. */
      readonly value: Json;
      /** Text of the notice for the shopper. Without this member, the notice has the default text. */
      readonly notice?: string | undefined;
    }
  | { readonly refusal: string };

/**
 * A shop's own code for one namespace of `cart/update` (docs/cart-extensions.md). The cart stores the
 * returned value in its member `extensions`. The code must be pure, because the service may run the code
 * several times for one request and discard results.
 */
export interface CartExtension {
  /** The namespace in requests, and the name of the member of the cart's `extensions`. */
  readonly namespace: string;
  /**
   * Returns the answer to a client's data. `kept` is the value that the cart stores for the namespace; null
   * without a value.
   */
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
 * Calls an extension and returns its answer. The extension gets copies of `data` and `kept`, and cannot
 * change the cart.
 *
 * @throws Error if the extension fails or its answer is invalid
 */
export function answerOf(
  extension: CartExtension,
  data: Readonly<Record<string, Json>>,
  kept: Json,
): ExtensionAnswer {
  const given: unknown = extension.update(structuredClone(data), structuredClone(kept));
  // A promise is an invalid answer. Its rejection is caught here, because an unhandled rejection would end
  // the process.
  if (given instanceof Promise) given.catch(() => undefined);
  const answer = Answer.safeParse(given);
  // The answer is copied as JSON, so that the cart shares no objects with the extension. An answer with a
  // cycle throws here.
  if (answer.success) return JSON.parse(JSON.stringify(answer.data)) as ExtensionAnswer;
  throw new Error(
    `The extension "${extension.namespace}" must answer with { value, notice? } of JSON or { refusal }.`,
    { cause: answer.error },
  );
}
