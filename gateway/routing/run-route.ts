import { cartExists } from '#contracts/cart-owners.ts';
import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { SharedAnswer } from '../cache/shared-answer.ts';
import type { GatewayMetrics } from '../edge/metrics.ts';
import { cartClaimOf, claimOf, customerOf, type PriceOverride, personOf } from '../identity/claim.ts';
import { customersKeys, refuseCustomersKeys } from '../identity/customer-keys.ts';
import { carriedKey, keyHeaders, noStore } from '../identity/guest-key.ts';
import type { GuestKeys } from '../identity/guest-keys.ts';
import type { Identities } from '../identity/identities.ts';
import { believedOf, guest, type Identity } from '../identity/identity.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import type { LiveAnswer } from '../live/open-stream.ts';
import type { SecurityNotes } from '../security/security-notes.ts';
import { Call, onceOf, revisionOf } from './call.ts';
import type { Mount } from './mounts.ts';
import { bodyOf, headersOf } from './render.ts';
import type { Prepared, Route, Sources } from './route.ts';
import type { CachedAnswer, PlainAnswer } from './send.ts';

/** Milliseconds from the moment a request is received to the deadline of its answer. */
const deadlineMs = 1_400;

/** Dependencies of routes. */
export interface RouteDeps {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly identities: Identities;
  readonly guestKeys: GuestKeys;
  /** Who may set an item's price. */
  readonly prices: PriceOverride;
  /** The open event streams. */
  readonly live: LiveCarts;
  readonly security: Pick<SecurityNotes, 'answered' | 'refused'>;
}

/** A request of a route, independent of its connection. */
export interface RouteRequest extends Sources {
  readonly id: string;
  readonly mount: Mount;
  readonly identity: Identity;
  /** Raw path and query: the cache finds the answer of an equal request by it without parsing. */
  readonly target: string;
  /** The client's address, as far as it is known. */
  readonly address: () => string;
  /** Whether the connection is secure enough for secrets. */
  readonly secure: () => boolean;
  /** A header by its lower-case name, and all of them. */
  readonly header: (name: string) => string | undefined;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Receives the cart's key, so that errors can name it too. */
  readonly onCart: (key: string) => void;
}

/** State of one request of a route. */
interface Running {
  readonly route: Route;
  readonly request: RouteRequest;
  readonly prepared: Prepared;
}

function prepare(route: Route, request: RouteRequest): Running {
  return { route, request, prepared: route.prepare(request) };
}

/** Returns the call. A guest has no claim, except with `inCart` for that cart. */
function callOf(
  { route, request, prepared }: Running,
  deps: RouteDeps,
  inCart?: (identity: Identity, claim: Claim) => Claim,
  customer?: number | null,
): Call {
  const { params, body } = prepared.declared;
  const of = (identity: Identity) => {
    const claim = claimOf(identity, deps.prices, request.address, customer);
    return inCart ? inCart(identity, claim) : claim;
  };
  const context = {
    requestId: request.id,
    deadline: Date.now() + deadlineMs,
    claim: inCart || request.identity !== guest ? of(request.identity) : null,
  };
  const identify = (identifier: string, secret: string) => {
    const form = { kind: 'secret', identifier, secret } as const;
    const { audiences } = request.mount;
    // Only the login reads credentials from its body.
    const asking = { requestId: request.id, address: request.address(), request: null, audiences };
    return deps.identities.of(form, asking);
  };
  const { mount, identity, address, secure, headers } = request;
  let unused: string | undefined;
  const newKey = () => {
    unused ??= deps.guestKeys.issue();
    return unused;
  };
  const origin = { mount, identity, address, secure, headers, identify, claimOf: of, newKey, shared: deps };
  return new Call(deps.caller, context, origin, () => ({
    once: onceOf(request.header('idempotency-key'), () => [route.method, route.path, params, body]),
    ifRevision: revisionOf(request.header('if-match')),
  }));
}

/**
 * Returns the cart key of a guest who sent `given`. A key that was not issued here is valid if its cart
 * exists (from before keys had a MAC, or chosen on another mount); else the guest gets a new one.
 */
async function guestsKey(given: string, { id: requestId, mount }: RouteRequest, deps: RouteDeps) {
  const { guestKeys, caller } = deps;
  if (guestKeys.takes(given, mount)) return given;
  const context = { requestId, deadline: Date.now() + deadlineMs, claim: null };
  const { exists } = await caller.request(cartExists, { key: given }, context);
  return exists ? given : guestKeys.issue();
}

/** The cart of a request that has no usable cart key. */
interface Unnamed {
  /** The person of a key pair, whose cart is used; null for a guest's cart. */
  readonly person: number | null;
  /** Returns a key for a guest. */
  readonly key: () => string;
}

/** Returns the call for the request's cart. */
async function callInCart(running: Running, deps: RouteDeps, unnamed: Unnamed) {
  const { request } = running;
  const { cartKey = (carried) => carried } = running.prepared;
  const carried = cartKey(carriedKey(request));
  const person = carried === null ? unnamed.person : null;
  const customer = customerOf(request.identity) ?? person;
  const own = textOf(customer);
  // Answers to the person's key pair have the person's number as the cart key, and SDKs send it back.
  const customers = customersKeys(request).filter((given) => given !== textOf(person));
  if (customers.length > 0) {
    await refuseCustomersKeys(customers, own, request, deps.caller, Date.now() + deadlineMs);
  }
  const key = own ?? (carried === null ? unnamed.key() : await guestsKey(carried, request, deps));
  request.onCart(key);
  const inCart = (_identity: Identity, claim: Claim) => cartClaimOf(claim, key, own && carried);
  return { key, call: callOf(running, deps, inCart, customer) };
}

function textOf(customer: number | null): string | null {
  return customer === null ? null : String(customer);
}

async function answerCart(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const isPersons = request.mount.dialect.cartOfPairs === 'person' && !route.makesGuestCart;
  const person = isPersons ? personOf(request.identity) : null;
  const { call } = await callInCart(running, deps, { person, key: () => deps.guestKeys.issue() });
  const answer = await running.prepared.answer(call);
  return { status: answer.status ?? 200, headers: headersOf(answer, running), body: bodyOf(answer, running) };
}

/**
 * Answers with the stream of an existing cart. It subscribes before the cart is read, so no change is lost in
 * between.
 */
async function answerLive(route: Route, request: RouteRequest, deps: RouteDeps): Promise<LiveAnswer> {
  const running = prepare(route, request);
  const missing = () => {
    throw refusal('rest_missing_callback_param', { params: ['cart_key'] });
  };
  // A stream would outlive the revocation of a key pair, so a pair gets none of its person's cart.
  const { key, call } = await callInCart(running, deps, { person: null, key: missing });
  const { identity, address, header } = request;
  // A key pair acts for many clients, so its streams are not counted.
  const client = identity.trusted ? null : claimOf(identity, deps.prices, address).client;
  const stream = deps.live.listen({ digest: cartDigest(key), client, believed: believedOf(identity) });
  try {
    const { standing = { revision: 0, lines: 0 } } = await running.prepared.answer(call);
    return { stream, headers: keyHeaders(key), standing, lastEventId: header('last-event-id') };
  } catch (error) {
    deps.live.drop(stream);
    throw error;
  }
}

/** Answers a route about an account. No cart, no cache. */
async function answerAccount(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const carried = carriedKey(request);
  const inCart = (identity: Identity, claim: Claim) => {
    const own = textOf(customerOf(identity));
    return own === null ? claim : cartClaimOf(claim, own, carried);
  };
  const answer = await running.prepared.answer(callOf(running, deps, inCart));
  const headers = { ...noStore, ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/**
 * Answers a manager's route.
 *
 * @throws ServiceError `service_rest_cannot_view` if the caller may not manage the shop; without credentials
 * the dialect's code, with 401
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

/** Answers a public write. No cart, no cache. */
async function answerWrite(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const answer = await running.prepared.answer(callOf(running, deps));
  const headers = { 'Cache-Control': 'no-store', ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/** Answers a catalogue read. After that, the address of a guest's request leads to the cached answer. */
async function answerCatalogue(route: Route, request: RouteRequest, deps: RouteDeps): Promise<CachedAnswer> {
  const running = prepare(route, request);
  const { mount, identity, address, query, target } = request;
  const shared = new SharedAnswer({ ...running, request: { mount }, identity, address, query }, deps);
  const answer = await shared.get(() => callOf(running, deps));
  // Addresses of authenticated callers may contain credentials.
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
 * Runs a route: checks parameters, runs the handler, presents the result.
 *
 * @throws ServiceError of the route or the services
 */
export function runRoute(
  route: Route,
  request: RouteRequest,
  deps: RouteDeps,
): Promise<PlainAnswer | CachedAnswer | LiveAnswer> {
  // Catalogue reads are the most frequent and are never refused for missing rights, so they skip the security log.
  if (route.kind === 'catalogue') return answerCatalogue(route, request, deps);
  return noted(route, request, deps);
}

/** Runs a route and reports security events to the log. */
async function noted(route: Route, request: RouteRequest, deps: RouteDeps) {
  try {
    const answer = await answers[route.kind](route, request, deps);
    deps.security.answered(route, request);
    return answer;
  } catch (error) {
    deps.security.refused(route, request, error);
    throw error;
  }
}
