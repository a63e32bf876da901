import { z } from 'zod';

/**
 * HTTP status and schema of `data` of an error code. Every `data` also has a `status`, which the schema omits.
 */
interface DeclaredError {
  readonly status: number;
  readonly data: z.ZodObject;
  /**
   * True if a correct request can get this error too, because of the present stock, settings or contents of the cart.
   * Such answers do not count as bad requests (docs/reference/rules.md#overload). Not for errors that tell whether
   * something secret exists, because clients may guess.
   */
  readonly byState?: true;
}

/** The errors of one area, by code. */
export type DeclaredErrors = Record<string, DeclaredError>;

/** The schema of `data` with no member except `status`. */
export const noData = z.object({});
