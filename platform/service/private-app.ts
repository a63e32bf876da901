import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import Koa, { type Context as KoaContext } from 'koa';
import getRawBody from 'raw-body';
import { z } from 'zod';
import { Claim, nobody } from '#contracts/claim.ts';
import type { Dispatcher } from '#platform/bus/dispatcher.ts';
import { asServiceError, refusal, statusOf } from '#platform/errors/errors.ts';
import { type Health, healthAnswer, verboseAnswer } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds until the deadline of an operation that an operator calls by HTTP. */
const handDeadlineMs = 10_000;
const bodyLimitBytes = 262_144;

interface PrivateDeps {
  readonly dispatcher: Dispatcher;
  readonly metrics: Metrics;
  readonly operationsToken: string;
  readonly health: Health;
}

/** Matches host names of this machine. A web page that reaches this port by DNS rebinding sends another name. */
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** Matches addresses of peers on this machine or in this container. IPv4 addresses may be IPv6-mapped. */
const loopbackPeer = /^(::ffff:)?127\.|^::1$/;

/** Returns whether a request comes from this machine. Only requests from this machine may call operations. */
export function isFromHere(host: string, peer: string): boolean {
  return loopbackHost.test(host) && loopbackPeer.test(peer);
}

function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function requireToken(ctx: KoaContext, token: string): void {
  if (!sameText(ctx.get('authorization'), `Bearer ${token}`))
    throw refusal('service_authentication_error', {});
}

/**
 * Runs the operation of `POST /operations/{name}`. The header `Claim` has a claim as JSON; omitted members have
 * the values of a guest.
 */
async function call(ctx: KoaContext, dispatcher: Dispatcher, name: string): Promise<unknown> {
  if (!ctx.is('application/json')) throw refusal('service_unsupported_media_type', {});
  const text = await getRawBody(ctx.req, { limit: bodyLimitBytes, encoding: 'utf8' }).catch(
    (cause: unknown) => {
      throw refusal('service_request_too_large', { maximum_bytes: bodyLimitBytes }, { cause });
    },
  );
  const claim = ctx.get('claim');
  return dispatcher.dispatch(name, JSON.parse(text || '{}'), {
    requestId: ctx.get('x-request-id') || 'by-hand',
    deadline: Date.now() + handDeadlineMs,
    claim: claim === '' ? null : Claim.parse({ ...nobody, ...JSON.parse(claim) }),
  });
}

function describe(dispatcher: Dispatcher) {
  return dispatcher.served.map(({ operation }) => ({
    name: operation.name,
    summary: operation.summary,
    access: operation.access,
    effect: operation.effect,
    request: z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }),
    reply: z.toJSONSchema(operation.reply, { unrepresentable: 'any' }),
  }));
}

function healthOf(ctx: KoaContext, { ready, details }: Health) {
  const isVerbose = ctx.path === '/health/ready' && ctx.query.verbose !== undefined;
  return isVerbose ? verboseAnswer(details()) : healthAnswer(ctx.path, ready);
}

async function route(ctx: KoaContext, deps: PrivateDeps): Promise<void> {
  const { dispatcher, metrics, operationsToken } = deps;
  const operation = ctx.method === 'POST' ? /^\/operations\/([a-z.-]+)$/.exec(ctx.path)?.[1] : undefined;
  const health = ctx.method === 'GET' && (await healthOf(ctx, deps.health));
  if (health) {
    ctx.status = health.status;
    ctx.body = health.body;
  } else if (ctx.method === 'GET' && ctx.path === '/metrics') {
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  } else if (ctx.method === 'GET' && ctx.path === '/operations') {
    requireToken(ctx, operationsToken);
    ctx.body = describe(dispatcher);
  } else if (operation) {
    requireToken(ctx, operationsToken);
    ctx.body = await call(ctx, dispatcher, operation);
  } else throw refusal('rest_no_route', {});
}

/** Returns the private Koa app of a process: health, metrics, and the operations that an operator calls with curl. */
export function privateApp(deps: PrivateDeps): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    try {
      const isHere = isFromHere(ctx.get('host'), ctx.req.socket.remoteAddress ?? '');
      if (!isHere && ctx.path.startsWith('/operations')) {
        throw refusal('service_not_allowed', {});
      }
      await route(ctx, deps);
    } catch (thrown) {
      const badInput = thrown instanceof SyntaxError || thrown instanceof z.ZodError;
      const error = badInput
        ? refusal('service_invalid_request', { issues: [{ path: '', message: thrown.message }] })
        : asServiceError(thrown);
      const status = statusOf(error);
      ctx.status = status;
      ctx.body = { code: error.code, data: { status, ...error.data } };
    }
  });
  return app;
}

/**
 * Returns the host for the URL of this process; the name of the machine if the process listens on all
 * addresses.
 */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return host.includes(':') ? `[${host}]` : host;
}

/** Listens on the private port, and returns the server and its URL. */
export async function listen(app: Koa, host: string, port: number): Promise<{ server: Server; url: string }> {
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return { server, url: `http://${reachable(host)}:${(server.address() as AddressInfo).port}` };
}
