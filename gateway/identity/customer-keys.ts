import { isCustomerKey } from '#contracts/cart.ts';
import { accountExists } from '#contracts/cart-owners.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CartKeySources, givenKeys } from './guest-key.ts';

/**
 * Returns the cart keys of a request that look like the id of a customer: a key of digits, such as `17`. Duplicates
 * are left out.
 */
export function customerIdKeys(carrying: CartKeySources): string[] {
  const ids = givenKeys(carrying).filter(isCustomerKey);
  return [...new Set(ids)];
}

/**
 * Refuses customer ids as cart keys (docs/reference/cart.md#whose-cart-it-is). Ids without an account are
 * ignored, like other invalid keys.
 *
 * @param own - cart key of the caller; null for guests and key pairs
 * @param exists - returns whether an id belongs to an account
 * @throws ServiceError `service_already_authenticating_user` for the caller's own id,
 * `service_must_authenticate_user` for another customer's id
 */
export async function refuseCustomerIds(
  keys: readonly string[],
  own: string | null,
  exists: (key: string) => Promise<boolean>,
): Promise<void> {
  if (own !== null && keys.includes(own)) throw refusal('service_already_authenticating_user', {});
  for (const key of keys) {
    if (await exists(key)) throw refusal('service_must_authenticate_user', {});
  }
}

/**
 * Calls `refuseCustomerIds`, and asks the auth service which ids belong to accounts. `deadline` is in Unix
 * milliseconds.
 */
export function refuseCustomerIdKeys(
  keys: readonly string[],
  own: string | null,
  { id: requestId }: { readonly id: string },
  caller: Caller,
  deadline: number,
): Promise<void> {
  const context = { requestId, deadline, claim: null };
  return refuseCustomerIds(
    keys,
    own,
    async (key) => (await caller.request(accountExists, { key }, context)).exists,
  );
}
