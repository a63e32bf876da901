import { cartExists } from '#contracts/cart-owners.ts';
import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Identities } from '../caller/caller.ts';
import { carriedKey, customerIdKeys, type GuestKeys, refuseCustomerIdKeys } from '../caller/cart-keys.ts';
import {
  cartClaimOf,
  claimOf,
  customerOf,
  type PriceOverride,
  personOf,
  streamClientsOf,
} from '../caller/claim.ts';
import type { SecurityEventLog } from '../caller/security-events.ts';
import type { PlainAnswer } from '../http/answer.ts';
import { keyHeaders, noStore } from '../http/headers.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import type { Mount } from '../http/mounts.ts';
import { guest, type Identity, revocableClaimsOf } from '../http/request-state.ts';
import type { LiveAnswer, LiveCarts } from '../live/live-carts.ts';
import { bodyOf, type CachedAnswer, headersOf } from './answer.ts';
import { Call, onceOf, revisionOf } from './call.ts';
import type { Prepared, Route, Sources } from './route.ts';
import { SharedAnswer } from './shared-answer.ts';

/** Dependencies with which requests are answered. */
export interface RouteDeps {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly identities: Identities;
  readonly guestKeys: GuestKeys;
  /** Which callers may set the price of an item. */
  readonly prices: PriceOverride;
  /** The event streams that are open. */
  readonly live: LiveCarts;
  readonly security: Pick<SecurityEventLog, 'answered' | 'refused'>;
}

/** A request for a route, sent alone or inside a batch. */
interface RouteRequest extends Sources {
  readonly id: string;
  /** Unix milliseconds of the deadline of the answer. */
  readonly deadline: number;
  readonly mount: Mount;
  readonly identity: Identity;
  /**
   * Path and query as the client sent them. The response cache looks up answers by this text, so that a repeated
   * request need not be parsed.
   */
  readonly target: string;
  /** Returns the client's IP address; empty if the address is unknown. */
  readonly address: () => string;
  /** Returns whether passwords and key pairs are accepted on the connection. */
  readonly secure: () => boolean;
  /** Returns a request header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Returns all request headers by their lower-case names. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Stores the cart key of the request, so that the headers of an error answer contain the key too. */
  readonly onCart: (key: string) => void;
}

/** A request that is being answered, with its route and its checked parameters. */
interface Running {
  readonly route: Route;
  readonly request: RouteRequest;
  readonly prepared: Prepared;
}

/**
 * Returns the answer of a route: checks the parameters, calls the handler and presents the view.
 *
 * @throws ServiceError an error of the route or of a service
 */
export function runRoute(
  route: Route,
  request: RouteRequest,
  deps: RouteDeps,
): Promise<PlainAnswer | CachedAnswer | LiveAnswer> {
  // Catalogue reads are frequent and never refused for missing rights, so the gateway does not report them to
  // the security log.
  if (route.kind === 'catalogue') return answerCatalogue(route, request, deps);
  return runLogged(route, request, deps);
}

/** Returns the answer of a route and reports the answer or the error to the security log. */
async function runLogged(route: Route, request: RouteRequest, deps: RouteDeps) {
  try {
    const answer = await answers[route.kind](route, request, deps);
    deps.security.answered(route, request);
    return answer;
  } catch (error) {
    deps.security.refused(route, request, error);
    throw error;
  }
}

async function answerCart(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const isPersons = request.mount.dialect.cartOfPairs === 'person' && !route.makesGuestCart;
  const person = isPersons ? personOf(request.identity) : null;
  return retryOnOtherShard(
    () => deps.guestKeys.issue(),
    async (key) => {
      const { call } = await callInCart(running, deps, { person, key });
      const answer = await running.prepared.answer(call);
      const headers = headersOf(answer, running);
      return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
    },
  );
}

/**
 * Returns the event stream of an existing cart. The stream subscribes before the cart is read, so that no
 * change is missed.
 */
async function answerLive(route: Route, request: RouteRequest, deps: RouteDeps): Promise<LiveAnswer> {
  const running = prepare(route, request);
  const missing = () => {
    throw refusal('rest_missing_callback_param', { params: ['cart_key'] });
  };
  // `person` is null, so that a person's key pair cannot open a stream of the person's cart. Such a stream would
  // stay open after the key pair is revoked.
  const { key, call } = await callInCart(running, deps, { person: null, key: missing });
  const { identity, address, header } = request;
  const clients = streamClientsOf(identity, address);
  const stream = deps.live.listen({ digest: cartDigest(key), clients, claims: revocableClaimsOf(identity) });
  try {
    const { cartRevision = { revision: 0, lines: 0 } } = await running.prepared.answer(call);
    return { stream, headers: keyHeaders(key), cartRevision, lastEventId: header('last-event-id') };
  } catch (error) {
    deps.live.drop(stream);
    throw error;
  }
}

/** Answers a route about the caller's account. The answer is never cached. */
async function answerAccount(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const carried = carriedKey(request);
  const addCart = (identity: Identity, claim: Claim) => {
    const own = keyOf(customerOf(identity));
    return own === null ? claim : cartClaimOf(claim, own, carried);
  };
  const answer = await running.prepared.answer(callOf(running, deps, addCart));
  const headers = { ...noStore, ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/**
 * Answers a route for managers.
 *
 * @throws ServiceError `service_rest_cannot_view` if the caller may not manage the shop. For a caller without
 * credentials, the status is 401 instead of 403, and the dialect determines the code (`anonymousManager`)
 */
function answerManager(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const { method, manages } = request.identity;
  const effect = route.method === 'GET' ? 'read' : 'write';
  if (manages === effect || manages === 'read_write') return answerAccount(route, request, deps);
  if (method !== null) throw refusal('service_rest_cannot_view', {});
  throw request.mount.dialect.anonymousManager === 'service_rest_cannot_view'
    ? refusal('service_rest_cannot_view', { status: 401 })
    : refusal('service_rest_not_authorized', {});
}

/** Answers a write to the catalogue that everybody may send, such as a review. The answer is never cached. */
async function answerWrite(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const answer = await running.prepared.answer(callOf(running, deps));
  const headers = { 'Cache-Control': 'no-store', ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/** Answers a catalogue read. For a guest, stores which cache key belongs to the request target. */
async function answerCatalogue(route: Route, request: RouteRequest, deps: RouteDeps): Promise<CachedAnswer> {
  const running = prepare(route, request);
  const { mount, identity, address, query, target } = request;
  const shared = new SharedAnswer({ ...running, request: { mount }, identity, address, query }, deps);
  const answer = await shared.get(() => callOf(running, deps));
  // The targets of authenticated callers are not stored, because these targets may contain credentials.
  if (shared.key !== null && identity === guest) deps.cache.remember(target, shared.key);
  return answer;
}

const answers = {
  cart: answerCart,
  catalogue: answerCatalogue,
  'catalogue-write': answerWrite,
  account: answerAccount,
  manager: answerManager,
  live: answerLive,
};

/** Checks the parameters of a request. @throws ServiceError for invalid parameters */
function prepare(route: Route, request: RouteRequest): Running {
  return { route, request, prepared: route.prepare(request) };
}

/**
 * Returns the call with which the route's handler sends operations to services. `addCart` adds the cart to the
 * caller's claim. Without `addCart`, a guest has no claim.
 */
function callOf(
  { route, request, prepared }: Running,
  deps: RouteDeps,
  addCart?: (identity: Identity, claim: Claim) => Claim,
  customer?: number | null,
): Call {
  const { params, body } = prepared.declared;
  const claimFor = (identity: Identity) => {
    const claim = claimOf(identity, deps.prices, request.address, customer);
    return addCart ? addCart(identity, claim) : claim;
  };
  const context = {
    requestId: request.id,
    deadline: request.deadline,
    claim: addCart || request.identity !== guest ? claimFor(request.identity) : null,
  };
  const identify = (identifier: string, secret: string) => {
    const form = { kind: 'secret', identifier, secret } as const;
    const { audiences } = request.mount;
    // `request` is null, so no login extensions run here. Only the login route calls `identify`, and the
    // login route runs the extensions itself.
    const { id: requestId, deadline } = request;
    const details = { requestId, deadline, address: request.address(), request: null, audiences };
    return deps.identities.of(form, details);
  };
  const { mount, identity, address, secure, headers } = request;
  let issued: string | undefined;
  const newKey = () => {
    issued ??= deps.guestKeys.issue();
    return issued;
  };
  const origin = {
    mount,
    identity,
    address,
    secure,
    headers,
    identify,
    claimOf: claimFor,
    newKey,
    shared: deps,
  };
  return new Call(deps.caller, context, origin, () => ({
    once: onceOf(request.header('idempotency-key'), () => [route.method, route.path, params, body]),
    ifRevision: revisionOf(request.header('if-match')),
  }));
}

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
async function callInCart(running: Running, deps: RouteDeps, withoutKey: CartWithoutKey) {
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
function keyOf(customer: number | null): string | null {
  return customer === null ? null : String(customer);
}

/** Maximum number of cart keys that the gateway tries for one request. */
const maxKeys = 3;

/**
 * Returns the result of `run`, which answers a request and calls `key` for a new cart key. If a service
 * refuses the request with 503 after a call of `key`, calls `run` again.
 *
 * The cart key determines the Redis instance, so another key may reach an available instance. Repeating a
 * write is safe, because no client ever learns the earlier key.
 */
async function retryOnOtherShard<T>(issue: () => string, run: (key: () => string) => Promise<T>): Promise<T> {
  let keys = 0;
  const key = () => {
    keys += 1;
    return issue();
  };
  for (;;) {
    try {
      return await run(key);
    } catch (error) {
      if (keys === 0 || keys === maxKeys || !isRefusedByService(error)) throw error;
    }
  }
}

/**
 * Returns whether an error is a 503 that a service has sent. A 503 of the gateway itself has a `cause`, for example
 * because a service did not answer.
 */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable' && error.cause === undefined;
}
