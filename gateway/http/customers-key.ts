import { CustomerKey } from '#contracts/cart.ts';
import { accountExists } from '#contracts/cart-owners.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from './body.ts';
import { givenKeys } from './guest-key.ts';

/** A request, as far as its cart keys matter. */
interface Carrying {
  readonly id: string;
  readonly header: (name: string) => string | undefined;
  readonly query: Parameters;
}

/** Keys that a request carries and that could be customers', each once; hardly any request has one. */
export function customersKeys({ header, query }: Omit<Carrying, 'id'>): string[] {
  const numbers = givenKeys(header, query).filter((key) => CustomerKey.safeParse(key).success);
  return [...new Set(numbers)];
}

/**
 * Refuses customers' keys, which open nothing (docs/reference/cart.md#whose-cart-it-is): the own one of whoever is
 * authenticated is not needed, and another customer's is nobody else's. Numbers of nobody are ignored, as everything
 * that is no guest's key.
 *
 * @param own - key of the cart of whoever asks; null for a guest and a key pair
 * @param exists - whether a number is an account's
 * @throws ServiceError `service_already_authenticating_user`, `service_must_authenticate_user`
 */
export async function refuseNumbers(
  keys: readonly string[],
  own: string | null,
  exists: (key: string) => Promise<boolean>,
): Promise<void> {
  if (own !== null && keys.includes(own)) throw refusal('service_already_authenticating_user', {});
  for (const key of keys) {
    if (await exists(key)) throw refusal('service_must_authenticate_user', {});
  }
}

/** The same, asking the auth service until `deadline`, in Unix milliseconds. */
export function refuseCustomersKeys(
  keys: readonly string[],
  own: string | null,
  { id: requestId }: Carrying,
  caller: Caller,
  deadline: number,
): Promise<void> {
  const context = { requestId, deadline, claim: null };
  return refuseNumbers(
    keys,
    own,
    async (key) => (await caller.request(accountExists, { key }, context)).exists,
  );
}
