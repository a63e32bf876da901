import type { Claim } from '#contracts/claim.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { Call, canonical, onceOf, revisionOf } from './call.ts';
import { claimOf, type Identity } from './claim.ts';
import { carriedKey, newKey } from './guest-key.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Mount } from './mounts.ts';
import { bodyOf, headersOf } from './render.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Prepared, Route, Sources } from './route.ts';
import type { CachedAnswer, PlainAnswer } from './send.ts';

/** How long a request may take from when it has been read. Milliseconds. */
const deadlineMs = 1_400;

/** What answering a route needs. */
export interface RouteParts {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  /** Whether everybody may give an item a price. */
  readonly publicPrices: boolean;
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
  /** A header by its name in small letters. */
  readonly header: (name: string) => string | undefined;
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

function callOf({ route, request, prepared }: Running, caller: Caller, claim: Claim | null): Call {
  const { params, body } = prepared.declared;
  const context = { requestId: request.id, deadline: Date.now() + deadlineMs, claim };
  return new Call(caller, context, request, () => ({
    once: onceOf(request.header('idempotency-key'), () => [route.method, route.path, params, body]),
    ifRevision: revisionOf(request.header('if-match')),
  }));
}

async function answerCart(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const { cartKey = (carried) => carried } = running.prepared;
  const key = cartKey(carriedKey(request.header, request.query)) ?? newKey();
  request.onCart(key);
  const claim = claimOf(request.identity, key, parts.publicPrices, request.address());
  const answer = await running.prepared.answer(callOf(running, parts.caller, claim));
  return { status: answer.status ?? 200, headers: headersOf(answer, running), body: bodyOf(answer, running) };
}

/** A public write: nobody's cart, nothing kept. */
async function answerWrite(route: Route, request: RouteRequest, parts: RouteParts): Promise<PlainAnswer> {
  const running = prepare(route, request);
  const answer = await running.prepared.answer(callOf(running, parts.caller, null));
  const headers = { 'Cache-Control': 'no-store', ...headersOf(answer, running) };
  return { status: answer.status ?? 200, headers, body: bodyOf(answer, running) };
}

async function answerCatalogue(
  route: Route,
  request: RouteRequest,
  parts: RouteParts,
): Promise<CachedAnswer> {
  const running = prepare(route, request);
  const { prepared } = running;
  const { cache, caller, metrics } = parts;
  const { dialect, prefix } = request.mount;
  // Everybody who asks is the public so far; an audience of its own is another key.
  const key = `public ${dialect.name} ${prefix} ${route.path} ${canonical(prepared.declared)}`;
  const make = async () => {
    const answer = await prepared.answer(callOf(running, caller, null));
    return {
      body: bodyOf(answer, running),
      headers: headersOf(answer, running),
      holdsUntil: answer.holdsUntil ?? null,
      products: answer.products ?? [],
      asOf: answer.asOf ?? null,
    };
  };
  const skip = ['true', '1'].includes(String(request.query('_skip_cache')));
  const { entry, hit } = skip
    ? { entry: await cache.uncached(route.path, make), hit: false }
    : await cache.through(key, route.path, make);
  if (!skip) cache.remember(request.target, key);
  const outcome = skip ? 'SKIP' : hit ? 'HIT' : 'MISS';
  metrics.cached(outcome);
  return { entry, outcome };
}

const answers = { cart: answerCart, catalogue: answerCatalogue, 'catalogue-write': answerWrite };

/**
 * Answers a route: checks its parameters, runs its handler, presents what it gives.
 *
 * @throws ServiceError what the route or the services refuse
 */
export function runRoute(
  route: Route,
  request: RouteRequest,
  parts: RouteParts,
): Promise<PlainAnswer | CachedAnswer> {
  return answers[route.kind](route, request, parts);
}
