import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { callerOf } from '../caller/caller.ts';
import { streamClientsOf } from '../caller/claim.ts';
import { keyHeaders, noStore, ReadyJson, send } from '../http/answer.ts';
import { readBody, urlParameters } from '../http/body.ts';
import { hasCredentials } from '../http/credentials.ts';
import { type Mount, requireServedVersion } from '../http/mounts.ts';
import {
  type GatewayContext,
  type GatewayMiddleware,
  guest,
  type Identity,
  revocableClaimsOf,
} from '../http/request-state.ts';
import { openStream } from '../live/live-carts.ts';
import { bodyOf, cachedAnswer, cacheKeyOf, headersOf, isReserved } from './answer.ts';
import { type CachedAnswers, cacheControlOf, entryHeaders } from './cached-answers.ts';
import { cartAnswer, chooseCart } from './carts.ts';
import { checkedParameters, isStrict } from './check.ts';
import { Request, type RequestDeps } from './request.ts';
import { type Answer, isOfDialect, type Route } from './route.ts';
import type { RouteTable } from './router.ts';

/** Dependencies of `serveRoutes` and `noRoute`. */
interface ServeDeps extends RequestDeps {
  readonly cached: CachedAnswers;
  readonly known: Parameters<typeof callerOf>[2]['known'];
  /** Origins that CORS allows; empty if CORS allows no origin. */
  readonly corsOrigins: readonly string[];
}

type Found = NonNullable<ReturnType<RouteTable<Route>['find']>>;

/** Returns the middleware that answers requests for routes. Other requests go on to the next middleware. */
export function serveRoutes(table: RouteTable<Route>, deps: ServeDeps): GatewayMiddleware {
  return (ctx, next) => {
    const { inside, mount } = ctx.state;
    const found = inside === null ? null : table.find(ctx.method, inside);
    return found && isOfDialect(found.route, mount.dialect) ? answerRoute(ctx, found, deps) : next();
  };
}

/**
 * Answers a request for a route. This is its way, in the order in which things happen: who asks, what was sent, whether
 * the caller may, the parameters. The last step depends on the kind of the route.
 */
async function answerRoute(ctx: GatewayContext, { route, params }: Found, deps: ServeDeps): Promise<void> {
  const { state } = ctx;
  state.route = route.path;
  const identity = await callerOf(ctx, route, deps);
  const sent = await sentIn(ctx, params);
  try {
    requireRights(route, identity, state.mount);
    const request = checkedRequest(ctx, route, sent, identity, deps);
    if (route.kind === 'catalogue') await answerFromCache(ctx, route, request, deps);
    else if (route.kind === 'live') await answerWithStream(ctx, route, request);
    else await answerAnew(ctx, route, request);
    if (route.kind === 'manager') deps.security.answered(route, request);
  } catch (error) {
    const logged = { id: state.requestId, identity, address: deps.transport.clientAddress(ctx.req), sent };
    // Catalogue reads are never refused for missing rights.
    if (route.kind !== 'catalogue') deps.security.refused(route, logged, error);
    throw error;
  }
}

/** The last steps of a catalogue read: look into the cache, or let the route make the answer, and write it. */
async function answerFromCache(
  ctx: GatewayContext,
  route: Route,
  request: Request,
  { cache, cached }: ServeDeps,
): Promise<void> {
  if (request.identity !== guest) request.claim = request.claimOf();
  const key = cacheKeyOf(route, request);
  const { entry, outcome } = await cachedAnswer(key, route, request, () => handled(route, request));
  // The targets of authenticated callers are not stored, because these targets may contain credentials.
  if (key !== null && request.identity === guest) cache.remember(request.target, key);
  const reserved = isReserved(request);
  const cacheControl = hasCredentials(ctx.querystring)
    ? 'no-store'
    : reserved
      ? 'private, no-store'
      : cacheControlOf(entry);
  if (ctx.state.isEnveloped) {
    const headers = { 'CoCart-Cache': outcome, 'Cache-Control': cacheControl, ETag: entry.etag };
    const body = new ReadyJson(entry.bytes);
    send(ctx, { status: 200, headers: { ...entryHeaders(entry), ...headers }, body });
    return;
  }
  ctx.respond = false;
  cached.write(ctx.req, ctx.res, { entry, outcome, isReserved: reserved, cacheControl, id: request.id });
}

/** Maximum number of cart keys that the gateway tries for one request. */
const maxKeys = 3;

/**
 * The last steps of a request whose answer is never cached: choose the cart, let the route answer, and send the answer.
 *
 * A cart key determines the Redis instance. If the cart service refuses a new key with 503, another key may reach an
 * available instance. Repeating a write is safe, because no client ever learns the earlier key.
 */
async function answerAnew(ctx: GatewayContext, route: Route, request: Request): Promise<void> {
  for (let keys = 1; ; keys += 1) {
    const isNew = await useCart(ctx, route, request);
    try {
      const answer = await handled(route, request);
      const headers = { ...ofKind[route.kind], ...headersOf(answer, route, request) };
      send(ctx, { status: answer.status ?? 200, headers, body: bodyOf(answer, route, request) });
      if (hasCredentials(ctx.querystring)) ctx.set('Cache-Control', 'no-store');
      return;
    } catch (error) {
      if (!isNew || keys === maxKeys || !isRefusedByService(error)) throw error;
    }
  }
}

/** Headers that all answers of a kind have. Routes about a cart have those of `cartHeaders`. */
const ofKind: Partial<Record<Route['kind'], Readonly<Record<string, string>>>> = {
  account: noStore,
  manager: noStore,
  'catalogue-write': { 'Cache-Control': 'no-store' },
};

/**
 * The last steps of a request for the event stream of a cart. The stream subscribes before the cart is read, so that no
 * change is missed.
 */
async function answerWithStream(ctx: GatewayContext, route: Route, request: Request): Promise<void> {
  await useCart(ctx, route, request);
  const { identity, cartKey, deps } = request;
  const clients = streamClientsOf(identity, request.address);
  const claims = revocableClaimsOf(identity);
  const stream = deps.live.listen({ digest: cartDigest(cartKey), clients, claims });
  try {
    const { cartRevision = { revision: 0, lines: 0 } } = await handled(route, request);
    const lastEventId = request.header('last-event-id');
    openStream(ctx, { stream, headers: keyHeaders(cartKey), cartRevision, lastEventId }, deps.live);
  } catch (error) {
    deps.live.drop(stream);
    throw error;
  }
}

/** Returns what the client sent. If the body has too many chunks, closes the connection after the answer. */
async function sentIn({ req, res, querystring }: GatewayContext, path: Found['params']) {
  const body = await readBody(req, () => {
    res.setHeader('Connection', 'close');
    res.once('finish', () => req.socket.destroy());
  });
  return { path, query: urlParameters(querystring), body, headers: req.headers };
}

/**
 * Refuses a request for a route for managers if the caller may not manage the shop.
 *
 * @throws ServiceError `service_rest_cannot_view`. For a caller without credentials, the status is 401 instead of 403,
 * and the dialect determines the code (`anonymousManager`)
 */
function requireRights({ kind, method }: Route, { manages, method: by }: Identity, { dialect }: Mount): void {
  if (kind !== 'manager') return;
  const effect = method === 'GET' ? 'read' : 'write';
  if (manages === effect || manages === 'read_write') return;
  if (by !== null) throw refusal('service_rest_cannot_view', {});
  throw dialect.anonymousManager === 'service_rest_cannot_view'
    ? refusal('service_rest_cannot_view', { status: 401 })
    : refusal('service_rest_not_authorized', {});
}

/** Returns the request with its checked parameters. @throws ServiceError for invalid parameters */
function checkedRequest(
  ctx: GatewayContext,
  route: Route,
  sent: Request['sent'],
  identity: Identity,
  deps: RequestDeps,
): Request {
  const { requestId: id, deadline, mount } = ctx.state;
  const strict = isStrict(ctx.req.headers.prefer as string | undefined);
  if (strict) ctx.set('Preference-Applied', 'handling=strict');
  const isLenient = mount.dialect.unknownFilters === 'ignored';
  const checked = checkedParameters(route, sent, { isLenient, isStrict: strict });
  return new Request({ deps, incoming: ctx.req, id, deadline, mount, identity }, route, sent, checked);
}

/**
 * Lets the request use the cart that its route is about. The answer to a later error then has the cart key, too. Returns
 * whether the key is new.
 */
async function useCart({ state }: GatewayContext, route: Route, request: Request): Promise<boolean> {
  if (route.kind === 'cart' || route.kind === 'live') {
    const isNew = await chooseCart(route, request);
    state.cartKey = request.cartKey;
    return isNew;
  }
  if (route.kind !== 'catalogue-write') request.useOwnCart();
  else if (request.identity !== guest) request.claim = request.claimOf();
  return false;
}

/** Returns the answer of a route: of its function `handle`, or with the cart. */
export function handled(route: Route, request: Request): Promise<Answer> {
  return route.handle ? route.handle(request) : cartAnswer(route, request);
}

/**
 * Returns whether an error is a 503 that a service has sent. A 503 of the gateway itself has a `cause`, for example
 * because a service did not answer.
 */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable' && error.cause === undefined;
}

/**
 * Returns the middleware for requests that nothing else has answered. For `OPTIONS`, the answer contains the allowed
 * methods of the path, and the result of `describe` for the first route of the path.
 *
 * @throws ServiceError `rest_no_route`, also for `HEAD` of a `GET` that changes something; `service_unsupported_version`
 * for a version that is not served
 */
export function noRoute(
  table: RouteTable<Route>,
  describe: (mount: Mount, path: string) => object,
  deps: ServeDeps,
): GatewayMiddleware {
  return async (ctx) => {
    const { mount, inside } = ctx.state;
    if (inside === null) throw refusal('rest_no_route', {});
    requireServedVersion(inside);
    await callerOf(ctx, null, deps);
    const routes = table.at(inside).filter((route) => isOfDialect(route, mount.dialect));
    const [first] = routes;
    if (ctx.method !== 'OPTIONS' || !first) throw refusal('rest_no_route', {});
    const methods = routes.flatMap(({ method, writes }) =>
      method === 'GET' && !writes ? ['HEAD', method] : [method],
    );
    ctx.set('Allow', ['OPTIONS', ...new Set(methods)].join(', '));
    ctx.type = 'json';
    ctx.body = JSON.stringify(describe(mount, first.path));
  };
}
