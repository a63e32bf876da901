import { cartExists } from '#contracts/cart-owners.ts';
import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { SharedAnswer } from '../cache/shared-answer.ts';
import type { GatewayMetrics } from '../edge/metrics.ts';
import { cartClaimOf, claimOf, customerOf, type PriceOverride, personOf } from '../identity/claim.ts';
import { customerIdKeys, refuseCustomerIdKeys } from '../identity/customer-keys.ts';
import { carriedKey, keyHeaders, noStore } from '../identity/guest-key.ts';
import type { GuestKeys } from '../identity/guest-keys.ts';
import type { Identities } from '../identity/identities.ts';
import { guest, type Identity, revocableClaimsOf } from '../identity/identity.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import type { LiveAnswer } from '../live/open-stream.ts';
import type { SecurityEventLog } from '../security/security-event-log.ts';
import { Call, onceOf, revisionOf } from './call.ts';
import { withChosenKey } from './chosen-key.ts';
import type { Mount } from './mounts.ts';
import { bodyOf, headersOf } from './render.ts';
import type { Prepared, Route, Sources } from './route.ts';
import type { CachedAnswer, PlainAnswer } from './send.ts';

/** Milliseconds from the receipt of a request to the deadline of its answer. */
const deadlineMs = 1_400;

/** Dependencies of `runRoute`. */
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
export interface RouteRequest extends Sources {
  readonly id: string;
  readonly mount: Mount;
  readonly identity: Identity;
  /**
   * Path and query as the client sent them. By this text, the response cache finds the answer to a repeated
   * request without parsing.
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
  /** Unix milliseconds of the deadline of the answer. */
  readonly deadline: number;
}

function prepare(route: Route, request: RouteRequest): Running {
  return { route, request, prepared: route.prepare(request), deadline: Date.now() + deadlineMs };
}

/**
 * Returns the call with which the route's handler sends operations to services. `addCart` adds the cart to the
 * caller's claim. Without `addCart`, a guest has no claim.
 */
function callOf(
  { route, request, prepared, deadline }: Running,
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
    deadline,
    claim: addCart || request.identity !== guest ? claimFor(request.identity) : null,
  };
  const identify = (identifier: string, secret: string) => {
    const form = { kind: 'secret', identifier, secret } as const;
    const { audiences } = request.mount;
    // `request` is null, so no login extensions run here. Only the login route calls `identify`, and the
    // login route runs the extensions itself.
    const details = { requestId: request.id, address: request.address(), request: null, audiences };
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
 * Returns `given`, the cart key that a guest sent, if the gateway issued the key, if the mount accepts chosen
 * keys, or if the key already has a cart. Otherwise returns a new key.
 */
async function guestsKey(
  given: string,
  { request: { id: requestId, mount }, deadline }: Running,
  deps: RouteDeps,
) {
  const { guestKeys, caller } = deps;
  if (guestKeys.takes(given, mount)) return given;
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
  const own = textOf(customer);
  // SDKs repeat the cart key of the last answer. For a caller with a person's key pair, this key is the
  // person's id, so the id is not refused.
  const customers = customerIdKeys(request).filter((given) => given !== textOf(person));
  if (customers.length > 0) {
    await refuseCustomerIdKeys(customers, own, request, deps.caller, running.deadline);
  }
  const key = own ?? (carried === null ? withoutKey.key() : await guestsKey(carried, running, deps));
  request.onCart(key);
  const addCart = (_identity: Identity, claim: Claim) => cartClaimOf(claim, key, own && carried);
  return { key, call: callOf(running, deps, addCart, customer) };
}

function textOf(customer: number | null): string | null {
  return customer === null ? null : String(customer);
}

async function answerCart(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const isPersons = request.mount.dialect.cartOfPairs === 'person' && !route.makesGuestCart;
  const person = isPersons ? personOf(request.identity) : null;
  return withChosenKey(
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
  // `person` is null, because a key pair gets no stream of its person's cart: the stream would stay open after
  // a revocation of the key pair.
  const { key, call } = await callInCart(running, deps, { person: null, key: missing });
  const { identity, address, header } = request;
  // `client` is null for a key pair: the limit of streams per client does not apply, because the pair acts for
  // many clients.
  const client = identity.trusted ? null : claimOf(identity, deps.prices, address).client;
  const stream = deps.live.listen({ digest: cartDigest(key), client, claims: revocableClaimsOf(identity) });
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
    const own = textOf(customerOf(identity));
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
