import type { Claim } from '#contracts/claim.ts';
import { refusal } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { SharedAnswer } from '../cache/shared-answer.ts';
import { carriedKey } from '../caller/cart-keys.ts';
import { cartClaimOf, customerOf, personOf, streamClientsOf } from '../caller/claim.ts';
import type { PlainAnswer } from '../http/answer.ts';
import { keyHeaders, noStore } from '../http/headers.ts';
import { guest, type Identity, revocableClaimsOf } from '../http/request-state.ts';
import type { LiveAnswer } from '../live/open-stream.ts';
import { callInCart, keyOf } from './call-in-cart.ts';
import { withNewKey } from './new-key.ts';
import { bodyOf, headersOf } from './render.ts';
import type { Route } from './route.ts';
import { callOf, prepare, type RouteDeps, type RouteRequest } from './running.ts';
import type { CachedAnswer } from './send.ts';

async function answerCart(route: Route, request: RouteRequest, deps: RouteDeps): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const isPersons = request.mount.dialect.cartOfPairs === 'person' && !route.makesGuestCart;
  const person = isPersons ? personOf(request.identity) : null;
  return withNewKey(
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
