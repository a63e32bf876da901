import type { z } from 'zod';
import { accountsErrors, loginExtensionsErrors } from './codes/accounts.ts';
import { cartErrors, chargesErrors, checkoutErrors } from './codes/cart.ts';
import { catalogueErrors, eventsErrors } from './codes/catalogue.ts';
import type { DeclaredErrors } from './codes/declared-errors.ts';
import { protocolErrors } from './codes/protocol.ts';

/**
 * Every public error: status and schema of `data` without `status`.
 *
 * Codes begin with `service_`, the prefix of the root dialect. Other dialects replace this prefix.
 * docs/errors.md is generated from this object.
 */
export const registry = {
  ...protocolErrors,
  ...catalogueErrors,
  ...cartErrors,
  ...chargesErrors,
  ...checkoutErrors,
  ...accountsErrors,
  ...eventsErrors,
  ...loginExtensionsErrors,
} as const satisfies DeclaredErrors;

export type ErrorCode = keyof typeof registry;
export type ErrorData<C extends ErrorCode> = z.input<(typeof registry)[C]['data']>;
