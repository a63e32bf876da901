import type { Caller } from '#platform/bus/caller.ts';
import type { Claim } from '#platform/bus/claim.ts';
import { present } from '../dialects/shared/dialect.ts';
import { readBody, urlParameters } from './body.ts';
import { sendEntry } from './cached-answers.ts';
import { Call, canonical, onceOf, revisionOf } from './call.ts';
import { pickFields, readFields } from './fields.ts';
import { guestKey } from './guest-key.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Mount } from './mounts.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Answer, Route } from './route.ts';
import type { GatewayContext, GatewayMiddleware } from './state.ts';

/** How long a request may take from when it has been read. Milliseconds. */
const deadlineMs = 2_500;

/** What answering a route needs. */
export interface RouteParts {
  readonly caller: Caller;
  readonly cache: ResponseCache;
  readonly metrics: GatewayMetrics;
  /** Whether everybody may give an item a price; without accounts, nobody is trusted to. */
  readonly publicPrices: boolean;
}

type Prepared = ReturnType<Route['prepare']>;

/** Everything that holds for one request of a route. */
interface Running {
  readonly route: Route;
  readonly mount: Mount;
  readonly prepared: Prepared;
  readonly ctx: GatewayContext;
}

function callOf({ route, mount, prepared, ctx }: Running, caller: Caller, claim: Claim | null): Call {
  const { headers } = ctx.req;
  const context = { requestId: ctx.state.requestId, deadline: Date.now() + deadlineMs, claim };
  return new Call(caller, context, mount.dialect, () => ({
    once: onceOf(headers['idempotency-key'] as string | undefined, () => [
      route.method,
      route.path,
      prepared.declared.params,
      prepared.declared.body,
    ]),
    ifRevision: revisionOf(headers['if-match']),
  }));
}

/** The body of an answer: the view in the mount's words, cut to the fields that were asked for. */
function bodyOf({ view }: Answer, { mount, prepared }: Running): unknown {
  const body = present(view, mount.dialect, mount.links);
  const fields = readFields(...prepared.fields);
  return fields ? pickFields(body, fields) : body;
}

async function answerCart(running: Running, parts: RouteParts): Promise<void> {
  const { ctx } = running;
  const cart = guestKey(ctx.req, urlParameters(ctx.querystring));
  const claim: Claim = { kind: 'guest', cart, setsPrices: parts.publicPrices };
  const answer = await running.prepared.answer(callOf(running, parts.caller, claim));
  const body = JSON.stringify(bodyOf(answer, running));
  for (const [name, value] of Object.entries(answer.headers ?? {})) ctx.res.setHeader(name, value);
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = body;
}

async function answerCatalogue(running: Running, parts: RouteParts): Promise<void> {
  const { ctx, route, mount, prepared } = running;
  const { cache, caller, metrics } = parts;
  // Everybody who asks is the public so far; an audience of its own is another key.
  const key = `public ${mount.dialect.name} ${mount.prefix} ${route.path} ${canonical(prepared.declared)}`;
  const make = async () => {
    const answer = await prepared.answer(callOf(running, caller, null));
    return {
      body: bodyOf(answer, running),
      holdsUntil: answer.holdsUntil ?? null,
      products: answer.products ?? [],
      asOf: answer.asOf ?? null,
    };
  };
  const skip = ['true', '1'].includes(String(urlParameters(ctx.querystring)('_skip_cache')));
  const { entry, hit } = skip
    ? { entry: await cache.uncached(route.path, make), hit: false }
    : await cache.through(key, route.path, make);
  if (!skip) cache.remember(ctx.req.url ?? '', key);
  const outcome = skip ? 'SKIP' : hit ? 'HIT' : 'MISS';
  metrics.cached(outcome);
  sendEntry(ctx, entry, outcome);
}

/** The middleware that answers a route: reads its parameters, runs its handler, presents what it gives. */
export function runRoute(route: Route, parts: RouteParts): GatewayMiddleware {
  const answer = route.kind === 'cart' ? answerCart : answerCatalogue;
  return async (ctx) => {
    const { mount } = ctx.state;
    if (!mount) throw new Error('a route runs inside a mount');
    ctx.state.route = route.path;
    const { params } = ctx as unknown as { params: Readonly<Record<string, string>> };
    const prepared = route.prepare({
      path: (name) => params[name],
      query: urlParameters(ctx.querystring),
      body: await readBody(ctx.req),
    });
    await answer({ route, mount, prepared, ctx }, parts);
  };
}
