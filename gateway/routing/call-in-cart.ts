import { cartExists } from '#contracts/cart-owners.ts';
import type { Claim } from '#contracts/claim.ts';
import { carriedKey, customerIdKeys, refuseCustomerIdKeys } from '../caller/cart-keys.ts';
import { cartClaimOf, customerOf } from '../caller/claim.ts';
import type { Identity } from '../http/request-state.ts';
import { callOf, type RouteDeps, type Running } from './running.ts';

/**
 * Returns the cart key for a guest who sent the key `given`. This is `given` if the gateway issued the key, if the
 * mount accepts chosen keys, or if a cart with this key exists. Otherwise the key is new.
 */
async function guestsKey(
  given: string,
  { request: { id: requestId, mount, deadline } }: Running,
  deps: RouteDeps,
) {
  const { guestKeys, caller } = deps;
  if (guestKeys.mayCreateCart(given, mount)) return given;
  const context = { requestId, deadline, claim: null };
  const { exists } = await caller.request(cartExists, { key: given }, context);
  return exists ? given : guestKeys.issue();
}

/** Which cart the gateway uses for a request without a cart key. */
interface CartWithoutKey {
  /**
   * Id of the person whose key pair the caller has; the request uses the cart of this person. Null for a
   * guest's cart.
   */
  readonly person: number | null;
  /** Returns a new cart key for a guest without a key, or throws an error if the route requires a key. */
  readonly key: () => string;
}

/** Returns the cart key of the request, and a call whose claim contains this key. */
export async function callInCart(running: Running, deps: RouteDeps, withoutKey: CartWithoutKey) {
  const { request } = running;
  const { cartKey = (carried) => carried } = running.prepared;
  const carried = cartKey(carriedKey(request));
  const person = carried === null ? withoutKey.person : null;
  const customer = customerOf(request.identity) ?? person;
  const own = keyOf(customer);
  // SDKs send the cart key of one answer with the next request. If the caller has a person's key pair, this
  // cart key is the person's id, so the id is not refused.
  const customers = customerIdKeys(request).filter((given) => given !== keyOf(person));
  if (customers.length > 0) {
    await refuseCustomerIdKeys(customers, own, request, deps.caller, request.deadline);
  }
  const key = own ?? (carried === null ? withoutKey.key() : await guestsKey(carried, running, deps));
  request.onCart(key);
  const addCart = (_identity: Identity, claim: Claim) => cartClaimOf(claim, key, own && carried);
  return { key, call: callOf(running, deps, addCart, customer) };
}

/** Returns an account's id as the key of its cart; null for a guest. */
export function keyOf(customer: number | null): string | null {
  return customer === null ? null : String(customer);
}
