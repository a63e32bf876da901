import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { GatewayContext, GatewayMiddleware } from '../edge/request-state.ts';
import type { TransportSecurity } from '../edge/transport.ts';
import { credentialForm, credentialsInQuery } from '../identity/credential-forms.ts';
import type { Identities } from '../identity/identities.ts';
import type { Mounts } from '../routing/mounts.ts';
import { forwardedHeaders, isPlainPath, returnedHeaders, withoutParameters } from './forwarding.ts';
import { OwnCredentials } from './own-credentials.ts';

/** Limits of forwarded requests. */
export interface UpstreamLimits {
  /** Maximum number of milliseconds until the answer begins, and between two chunks of the answer. */
  readonly silenceMs: number;
  /** Maximum number of milliseconds until the answer is complete. */
  readonly wholeMs: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  /** Maximum number of connections to WordPress. Also the maximum number of forwarded requests in progress. */
  readonly connections: number;
}

export const upstreamLimits: UpstreamLimits = {
  silenceMs: 10_000,
  wholeMs: 60_000,
  requestBytes: 8 * 1_048_576,
  answerBytes: 32 * 1_048_576,
  connections: 64,
};

/** Dependencies of `upstream`. */
export interface UpstreamDeps {
  /** Address of WordPress, without a trailing slash. */
  readonly url: string;
  /** Namespaces whose requests are forwarded, such as `wc/store/v1`. */
  readonly namespaces: readonly string[];
  readonly mounts: Mounts;
  readonly transport: TransportSecurity;
  readonly identities: Pick<Identities, 'of'>;
  readonly limits: UpstreamLimits;
}

/** The middleware that forwards requests, and a function that closes its connections. */
interface Upstream {
  readonly middleware: GatewayMiddleware;
  close(): Promise<void>;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const root = '/wp-json/';
const keyPair = ['consumer_key', 'consumer_secret'];

/**
 * Returns the middleware that forwards requests of the given namespaces to the WordPress behind the shop
 * (docs/moving.md#the-rest-of-wordpress). The gateway's own mounts have precedence. The gateway passes
 * redirects to the client, because the gateway itself connects only to the configured address.
 */
export function upstream(deps: UpstreamDeps): Upstream {
  const { origin, pathname } = new URL(deps.url);
  const base = pathname === '/' ? '' : pathname;
  const { silenceMs, answerBytes, connections } = deps.limits;
  const pool = new Pool(origin, {
    connections,
    connect: { timeout: silenceMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxResponseSize: answerBytes,
  });
  const own = new OwnCredentials(deps.identities);
  let running = 0;
  const isForwarded = ({ path, method }: GatewayContext) =>
    path.startsWith(root) &&
    methods.includes(method) &&
    deps.mounts.of(path).mount.prefix === '' &&
    deps.namespaces.some((one) => `${path}/`.startsWith(`${root}${one}/`));

  return {
    async middleware(ctx, next) {
      if (!isForwarded(ctx)) return next();
      ctx.state.route = '/upstream';
      if (!isPlainPath(ctx.path) || /[^\x21-\x7e]/.test(ctx.querystring)) throw refusal('rest_no_route', {});
      const { query, authorization } = await withoutOwnCredentials(ctx, deps, own);
      if (running >= connections) throw unavailable('too many requests wait for UPSTREAM_URL');
      running += 1;
      try {
        const path = `${base}${ctx.path}${query === '' ? '' : `?${query}`}`;
        const headers = forwardedHeaders(ctx.req.headers, {
          authorization,
          'x-forwarded-for': deps.transport.clientAddress(ctx.req),
          'x-forwarded-proto': deps.transport.secure(ctx.req) ? 'https' : 'http',
          'x-forwarded-host': ctx.req.headers.host,
        });
        await forward(ctx, pool, { path, headers }, { ...deps, url: origin + base });
      } finally {
        running -= 1;
      }
    },
    close: () => pool.destroy(),
  };
}

/**
 * Returns the query and the `Authorization` header of a request, without credentials that this service
 * issued.
 *
 * @throws ServiceError `service_https_required` as on the gateway's own routes, and the errors of
 * `OwnCredentials.has`
 */
async function withoutOwnCredentials(
  { req, querystring, state: { requestId } }: GatewayContext,
  { transport }: UpstreamDeps,
  own: OwnCredentials,
): Promise<{ query: string; authorization: string | undefined }> {
  const inHeader = credentialForm(req, '', 'ignored');
  const inQuery = credentialsInQuery(querystring);
  const isSecret = inHeader.kind === 'secret' || inQuery.kind === 'secret';
  const isRefused =
    (isSecret && !transport.secretMayTravel(req)) ||
    (inHeader.kind === 'bearer' && !transport.bearerMayTravel(req));
  if (isRefused) throw refusal('service_https_required', {});
  const details = { requestId, address: transport.clientAddress(req) };
  const isOwnQuery = await own.has(inQuery, details);
  const isOwnHeader = await own.has(inHeader, details);
  return {
    query: withoutParameters(querystring, ['cart_key', ...(isOwnQuery ? keyPair : [])]),
    authorization: isOwnHeader ? undefined : req.headers.authorization,
  };
}

/**
 * Sends a request to WordPress, and streams the answer to the client. @throws ServiceError if the request
 * fails before the answer begins
 */
async function forward(
  ctx: GatewayContext,
  pool: Pool,
  { path, headers }: { readonly path: string; readonly headers: Record<string, string | string[]> },
  { limits, url }: Pick<UpstreamDeps, 'limits' | 'url'>,
): Promise<void> {
  const disconnected = new AbortController();
  const abort = () => disconnected.abort();
  ctx.res.once('close', abort);
  const signal = AbortSignal.any([disconnected.signal, AbortSignal.timeout(limits.wholeMs)]);
  try {
    const body = bodyOf(ctx.req, limits.requestBytes);
    const method = ctx.method as Dispatcher.HttpMethod;
    const answer = await pool.request({ path, method, headers, body, signal }).catch(throwUnanswered);
    if (Number(answer.headers['content-length'] ?? 0) > limits.answerBytes) {
      answer.body.destroy();
      throw unavailable('an answer of UPSTREAM_URL is too large');
    }
    writeHead(ctx, answer, url);
    // If streaming fails, the gateway closes the connection to the client. The client then knows that the
    // answer is incomplete.
    await pipeline(answer.body, ctx.res).catch(() => ctx.res.destroy());
  } finally {
    ctx.res.off('close', abort);
  }
}

/**
 * Returns the body of a request; null if the request has no body. @throws ServiceError
 * `service_request_too_large` for a body of more than `maxBytes`
 */
function bodyOf(request: IncomingMessage, maxBytes: number): Readable | null {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
  const tooLarge = () => refusal('service_request_too_large', { maximum_bytes: maxBytes });
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  if (length === undefined && chunked === undefined) return null;
  let bytes = 0;
  // The body passes through a second stream. If the body is too large, only the second stream fails, so the request
  // can still be answered.
  return request.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > maxBytes) done(tooLarge());
        else done(null, chunk);
      },
    }),
  );
}

/**
 * Throws the error for a request that WordPress did not answer. @throws ServiceError `service_upstream_timeout`,
 * `service_unavailable`, or `error` itself if `error` is a refusal of this service
 */
function throwUnanswered(error: unknown): never {
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (code.startsWith('service_')) throw error;
  if (code.endsWith('_TIMEOUT') || name === 'TimeoutError')
    throw refusal('service_upstream_timeout', {}, { cause: error });
  throw unavailable(error);
}

/**
 * Writes the status and headers of WordPress's answer. Headers that the gateway has already set keep their
 * values.
 */
function writeHead(ctx: GatewayContext, { statusCode, headers }: Dispatcher.ResponseData, url: string): void {
  const { res } = ctx;
  ctx.respond = false;
  res.statusCode = statusCode;
  for (const [name, value] of returnedHeaders(headers)) {
    if (name === 'vary') ctx.vary(String(value));
    else if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  const location = String(headers.location ?? '');
  if (location.startsWith(`${url}/`)) res.setHeader('location', location.slice(url.length));
  const exposed = headers['access-control-expose-headers'];
  if (res.hasHeader('Access-Control-Allow-Origin') && exposed !== undefined) {
    const own = res.getHeader('Access-Control-Expose-Headers');
    res.setHeader('Access-Control-Expose-Headers', [own, exposed].flat().filter(Boolean).join(', '));
  }
}
