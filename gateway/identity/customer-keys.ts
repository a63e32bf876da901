import { CustomerKey } from '#contracts/cart.ts';
import { accountExists } from '#contracts/cart-owners.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Carrying, givenKeys } from './guest-key.ts';

/** Returns the keys that could be customer ids, without duplicates; most requests have none. */
export function customersKeys(carrying: Carrying): string[] {
  const numbers = givenKeys(carrying).filter((key) => CustomerKey.safeParse(key).success);
  return [...new Set(numbers)];
}

/**
 * Refuses customer ids as cart keys (docs/reference/cart.md#whose-cart-it-is): the caller does not need their
 * own, and may not use another's. Ids of no account are ignored like other invalid keys.
 *
 * @param own - key of the caller's cart; null for a guest and a key pair
 * @param exists - whether an id belongs to an account
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

/** The same; asks the auth service until `deadline`, in Unix milliseconds. */
export function refuseCustomersKeys(
  keys: readonly string[],
  own: string | null,
  { id: requestId }: { readonly id: string },
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
