import { cartExists } from '#contracts/cart-owners.ts';
import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import type { Identities } from '../identity/identities.ts';
import { believedOf, guest, type Identity } from '../identity/identity.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import type { LiveAnswer } from '../live/open-stream.ts';
import type { SecurityNotes } from '../security/security-notes.ts';
import { Call, onceOf, revisionOf } from './call.ts';
import { cartClaimOf, claimOf, type PriceOverride } from './claim.ts';
import { customersKeys, refuseCustomersKeys } from './customers-key.ts';
import { carriedKey, keyHeaders, noStore } from './guest-key.ts';
import type { GuestKeys } from './guest-keys.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Mount } from './mounts.ts';
import { bodyOf, headersOf } from './render.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Prepared, Route, Sources } from './route.ts';
import type { CachedAnswer, PlainAnswer } from './send.ts';
import { SharedAnswer } from './shared-answer.ts';

/** How long a request may take from when it has been read. Milliseconds. */
const deadlineMs = 1_400;

/** What answering a route needs. */
export interface RouteParts {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  readonly identities: Identities;
  readonly guestKeys: GuestKeys;
  /** Who may give an item a price. */
  readonly prices: PriceOverride;
  /** The open streams about carts. */
  readonly live: LiveCarts;
  readonly security: Pick<SecurityNotes, 'answered' | 'refused'>;
}

/** A request of a route, free of the connection it came by. */
export interface RouteRequest extends Sources {
  readonly id: string;
  readonly mount: Mount;
  readonly identity: Identity;
  /** Path and query as they came: by them the cache finds the answer of the next such request unparsed. */
  readonly target: string;
  /** The client's address, as far as it can be known. */
  readonly address: () => string;
  /** Whether it came by a connection that secrets may travel on. */
  readonly secure: () => boolean;
  /** A header by its name in small letters, and all of them. */
  readonly header: (name: string) => string | undefined;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Told which cart it is about, so that an error, too, can name it. */
  readonly onCart: (key: string) => void;
}

/** Everything that holds for one request of a route. */
interface Running {
  readonly route: Route;
  readonly request: RouteRequest;
  readonly prepared: Prepared;
}

function prepare(route: Route, request: RouteRequest): Running {
  return { route, request, prepared: route.prepare(request) };
}

/** The request on its way. A guest acts as nobody, but where `inCart` says about which cart. */
function callOf(
  { route, request, prepared }: Running,
  parts: RouteParts,
  inCart?: (identity: Identity, claim: Claim) => Claim,
): Call {
  const { params, body } = prepared.declared;
  const of = (identity: Identity) => {
    const claim = claimOf(identity, parts.prices, request.address);
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
    // Only the login looks for credentials in its body.
    const asking = { requestId: request.id, address: request.address(), request: null, audiences };
    return parts.identities.of(form, asking);
  };
  const { mount, identity, address, secure, headers } = request;
  const origin = { mount, identity, address, secure, headers, identify, claimOf: of, shared: parts };
  return new Call(parts.caller, context, origin, () => ({
    once: onceOf(request.header('idempotency-key'), () => [route.method, route.path, params, body]),
    ifRevision: revisionOf(request.header('if-match')),
  }));
}

/**
 * The key under which a guest gets a cart who brings this one. A key that is not ours is good while there is a cart
 * under it, issued before keys had a MAC or chosen on another mount; else the guest gets a fresh one.
 */
async function guestsKey(given: string, { id: requestId, mount }: RouteRequest, parts: RouteParts) {
  const { guestKeys, caller } = parts;
  if (guestKeys.takes(given, mount)) return given;
  const context = { requestId, deadline: Date.now() + deadlineMs, claim: null };
  const { exists } = await caller.request(cartExists, { key: given }, context);
  return exists ? given : guestKeys.issue();
}

/**
 * The request on its way to the cart that it is about, with that cart's key. `unnamed` gives the key where nobody has
 * named a cart.
 */
async function callInCart(running: Running, parts: RouteParts, unnamed: () => string) {
  const { request } = running;
  const { cartKey = (carried) => carried } = running.prepared;
  const carried = cartKey(carriedKey(request.header, request.query));
  const own = customersKey(request.identity);
  const customers = customersKeys(request);
  if (customers.length > 0) {
    await refuseCustomersKeys(customers, own, request, parts.caller, Date.now() + deadlineMs);
  }
  const key = own ?? (carried === null ? unnamed() : await guestsKey(carried, request, parts));
  request.onCart(key);
  const newKey = () => parts.guestKeys.issue();
  const inCart = (_identity: Identity, claim: Claim) => cartClaimOf(claim, key, own && carried, newKey);
  return { key, call: callOf(running, parts, inCart) };
}

async function answerCart(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const { call } = await callInCart(running, parts, () => parts.guestKeys.issue());
  const answer = await running.prepared.answer(call);
  return { status: answer.status ?? 200, headers: headersOf(answer, running), body: bodyOf(answer, running) };
}

/** A stream about a cart that somebody has already. It hears before the cart is read, so that nothing falls between. */
async function answerLive(route: Route, request: RouteRequest, parts: RouteParts): Promise<LiveAnswer> {
  const running = prepare(route, request);
  const { key, call } = await callInCart(running, parts, () => {
    throw refusal('rest_missing_callback_param', { params: ['cart_key'] });
  });
  const { identity, address, header } = request;
  // A key pair acts for many; everybody else is one client.
  const client = identity.trusted ? null : claimOf(identity, parts.prices, address).client;
  const stream = parts.live.listen({ digest: cartDigest(key), client, believed: believedOf(identity) });
  try {
    const { standing = { revision: 0, lines: 0 } } = await running.prepared.answer(call);
    return { stream, headers: keyHeaders(key), standing, lastEventId: header('last-event-id') };
  } catch (error) {
    parts.live.drop(stream);
    throw error;
  }
}

/** The key of the cart of somebody with an account; null for a guest, and for a key pair, which acts for one. */
function customersKey({ account, trusted }: Identity): string | null {
  return account === null || trusted ? null : String(account);
}

/** About an account, or for managers: about no cart, nothing kept. */
async function answerAccount(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const carried = carriedKey(request.header, request.query);
  const inCart = (identity: Identity, claim: Claim) => {
    const own = customersKey(identity);
    return own === null ? claim : cartClaimOf(claim, own, carried, () => '');
  };
  const answer = await running.prepared.answer(callOf(running, parts, inCart));
  const headers = { ...noStore, ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/**
 * Answers a manager's route.
 *
 * @throws ServiceError `service_rest_cannot_view` for a caller who may not manage the shop; without credentials the code
 * of the dialect, with 401
 */
function answerManager(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const { method, manages } = request.identity;
  const effect = route.method === 'GET' ? 'read' : 'write';
  if (manages === effect || manages === 'read_write') return answerAccount(route, request, parts);
  if (method !== null) throw refusal('service_rest_cannot_view', {});
  throw request.mount.dialect.anonymousManager === 'service_rest_cannot_view'
    ? refusal('service_rest_cannot_view', { status: 401 })
    : refusal('service_rest_not_authorized', {});
}

/** A public write: nobody's cart, nothing kept. */
async function answerWrite(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const answer = await running.prepared.answer(callOf(running, parts));
  const headers = { 'Cache-Control': 'no-store', ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

/** A question to the catalogue. A guest's address leads to the answer from now on. */
async function answerCatalogue(
  route: Route,
  request: RouteRequest,
  parts: RouteParts,
): Promise<CachedAnswer> {
  const running = prepare(route, request);
  const { mount, identity, address, query, target } = request;
  const shared = new SharedAnswer({ ...running, request: { mount }, identity, address, query }, parts);
  const answer = await shared.get(() => callOf(running, parts));
  // The address of anybody else may have credentials in it, and leads past them.
  if (shared.key !== null && identity === guest) parts.cache.remember(target, shared.key);
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
 * Answers a route: checks its parameters, runs its handler, presents what it gives.
 *
 * @throws ServiceError what the route or the services refuse
 */
export function runRoute(
  route: Route,
  request: RouteRequest,
  parts: RouteParts,
): Promise<PlainAnswer | CachedAnswer | LiveAnswer> {
  // Nobody is kept from what the catalogue shows, and no answer of ours comes as often.
  if (route.kind === 'catalogue') return answerCatalogue(route, request, parts);
  return noted(route, request, parts);
}

/** The same, with what matters to security told to its log. */
async function noted(route: Route, request: RouteRequest, parts: RouteParts) {
  try {
    const answer = await answers[route.kind](route, request, parts);
    parts.security.answered(route, request);
    return answer;
  } catch (error) {
    parts.security.refused(route, request, error);
    throw error;
  }
}
